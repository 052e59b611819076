// [Known1990], [Nobody1999], docs/nowhere.md; docs/page.md, "Something" and page.md, "Nothing".
// What was said of a mistake that has no code of the table: d.code = "odd-one".
// A space breaks a key [Known 1990, ch. 2], prose is none (Nobody and Other 1998), of a journal Elsewhere
// 12 (2001) neither; May 2025 is a date.
