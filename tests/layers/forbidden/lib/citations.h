// [Known1990], [Nobody1999], docs/nowhere.md; docs/page.md, "Something" and page.md, "Nothing".
// What was said of a mistake that has no code of the table: d.code = "odd-one".
