// What lib/hydro reads itself: BEMIO's HDF5.
#include "swell/hydro/bemio_h5.h"

#include "formats/format_row.h"

namespace swell::bemio {

Reader bemio_h5_reader() {
  Reader row{"bemio_h5", "BEMIO HDF5", Sense::lead, {".h5"}, {".hdf5"}};
  row.detect = [](const Named& named) -> std::optional<Source> {
    if (!named.is_hdf5()) return std::nullopt;
    return Source{named.path};
  };
  row.read = [](const Source& source, const ReadOptions& options) {
    return hydro::read_bemio_h5(source.file.string(), options.containment, options.gaps);
  };
  return row;
}

}  // namespace swell::bemio
