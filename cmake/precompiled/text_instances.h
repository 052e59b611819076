// What texts and lists cost every unit again, declared here and compiled once, in text_instances.cpp: the growth of the
// commonest vectors and fmt's printing of numbers and of texts in lists (0.7 MB in the libraries, of it 0.6 MB copies).
#ifndef SWELL_INSTANCE
#define SWELL_INSTANCE extern template
#endif

namespace std {
SWELL_INSTANCE class vector<double>;
SWELL_INSTANCE class vector<int>;
SWELL_INSTANCE class vector<size_t>;
SWELL_INSTANCE class vector<string>;
}  // namespace std

FMT_BEGIN_NAMESPACE
namespace detail {
SWELL_INSTANCE void vformat_to<char>(buffer<char>&, string_view, basic_format_args<buffer_context<char>>, locale_ref);
SWELL_INSTANCE int format_float<double>(double, int, float_specs, buffer<char>&);
SWELL_INSTANCE int format_float<long double>(long double, int, float_specs, buffer<char>&);
SWELL_INSTANCE appender write_escaped_string<char, appender>(appender, string_view);
SWELL_INSTANCE counting_iterator write_escaped_string<char, counting_iterator>(counting_iterator, string_view);
SWELL_INSTANCE appender write_int_noinline<char, appender, uint32_t>(appender, write_int_arg<uint32_t>,
                                                                     const basic_format_specs<char>&, locale_ref);
SWELL_INSTANCE appender write_int_noinline<char, appender, uint64_t>(appender, write_int_arg<uint64_t>,
                                                                     const basic_format_specs<char>&, locale_ref);
}  // namespace detail
FMT_END_NAMESPACE

#undef SWELL_INSTANCE
