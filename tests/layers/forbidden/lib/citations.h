// [Known1990], [Nobody1999], docs/nowhere.md; docs/page.md, "Something" and page.md, "Nothing".
