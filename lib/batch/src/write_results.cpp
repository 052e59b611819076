#include "write_results.h"

#include <H5Cpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "power_summary.h"
#include "results_tables.h"
#include "swell/base/contained.h"
#include "swell/base/failed_write.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/number.h"
#include "swell/base/replace.h"
#include "swell/batch/journal.h"
#include "swell/batch/power.h"
#include "swell/batch/record.h"
#include "swell/batch/unit_of_key.h"
#include "swell/run/version.h"

namespace swell::batch {

namespace fs = std::filesystem;

namespace {

H5::StrType text_type() {
  H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
  type.setCset(H5T_CSET_UTF8);
  return type;
}

/// An HDF5 file with groups made as needed and no time stamps, so that equal results are equal bytes. It is made in
/// memory and then written as bytes: libhdf5 crashes at the end of a program that a full disk kept from writing.
class Writer {
 public:
  explicit Writer(const fs::path& file) {
    H5::FileAccPropList access;
    access.setCore(1U << 20U, false);
    file_ = H5::H5File(file.string(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void numbers(const std::string& path, const std::vector<hsize_t>& shape, const std::vector<double>& values,
               const std::string& unit, const std::string& description) {
    H5::DataSet set = create(path, H5::PredType::NATIVE_DOUBLE, shape);
    if (!values.empty()) set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
    attribute(set, "units", unit);
    attribute(set, "description", description);
  }
  void numbers(const std::string& path, const std::vector<double>& values, const std::string& unit,
               const std::string& description) {
    numbers(path, {values.size()}, values, unit, description);
  }
  void texts(const std::string& path, const std::vector<std::string>& values, const std::string& description) {
    std::vector<const char*> pointers;
    pointers.reserve(values.size());
    for (const std::string& value : values) pointers.push_back(value.c_str());
    H5::DataSet set = create(path, text_type(), {values.size()});
    if (!values.empty()) set.write(pointers.data(), text_type());
    attribute(set, "description", description);
  }
  void attribute(const std::string& path, const char* name, const std::string& value) {
    groups(path + "/");
    H5::Group group = file_.openGroup(path);
    attribute(group, name, value);
  }
  void attribute(const std::string& path, const char* name, double value) {
    file_.openGroup(path)
        .createAttribute(name, H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR))
        .write(H5::PredType::NATIVE_DOUBLE, &value);
  }
  std::string close() {
    file_.flush(H5F_SCOPE_GLOBAL);
    const ssize_t size = H5Fget_file_image(file_.getId(), nullptr, 0);
    std::string bytes(static_cast<std::size_t>(std::max<ssize_t>(0, size)), '\0');
    if (size <= 0 || H5Fget_file_image(file_.getId(), bytes.data(), bytes.size()) != size)
      throw H5::FileIException("close", "no image of the file");
    file_.close();
    return bytes;
  }

 private:
  static void attribute(H5::H5Object& at, const char* name, const std::string& value) {
    const char* text = value.c_str();
    at.createAttribute(name, text_type(), H5::DataSpace(H5S_SCALAR)).write(text_type(), &text);
  }
  H5::DataSet create(const std::string& path, const H5::DataType& type, const std::vector<hsize_t>& shape) {
    groups(path);
    H5::DSetCreatPropList properties;
    H5Pset_obj_track_times(properties.getId(), false);
    const hsize_t rows = shape.empty() ? 0 : shape.front();
    hsize_t width = sizeof(double);
    for (std::size_t i = 1; i < shape.size(); ++i) width *= shape[i];
    if (rows > 0 && width > 0 && type.getClass() == H5T_FLOAT) {
      // Checked sums need chunks: of a megabyte or so.
      std::vector<hsize_t> chunk = shape;
      chunk.front() = std::min(rows, std::max<hsize_t>(1, (1U << 20U) / width));
      properties.setChunk(static_cast<int>(chunk.size()), chunk.data());
      properties.setFletcher32();
    }
    return file_.createDataSet(path, type, H5::DataSpace(static_cast<int>(shape.size()), shape.data()), properties);
  }
  void groups(const std::string& path) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
      const std::string group = path.substr(0, at);
      if (!file_.nameExists(group)) file_.createGroup(group);
    }
  }
  H5::H5File file_;
};

template <class Get>
std::vector<double> column(const std::vector<Row>& rows, Get get) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(static_cast<double>(get(row)));
  return values;
}

/// The values of a key, as numbers where all are.
template <class Range, class GetCondition>
void write_axis(Writer& out, const std::string& path, const std::string& key, std::size_t place, const Range& range,
                GetCondition condition_of) {
  std::vector<std::string> texts;
  std::vector<double> numbers;
  for (const auto& item : range) {
    const std::string& text = condition_of(item).values[place].second;
    texts.push_back(text);
    if (const auto value = parse_number(text)) numbers.push_back(*value);
  }
  std::string name = key;
  std::replace(name.begin(), name.end(), '/', '_');
  if (numbers.size() == texts.size()) {
    out.numbers(path + name, numbers, unit_of_key(key), "value of " + key);
  } else {
    out.texts(path + name, texts, "value of " + key);
  }
}

void write_cases(Writer& out, const Study& study, const std::vector<Row>& rows) {
  const auto numbers = [&](const char* name, const char* unit, const char* text, auto get) {
    out.numbers(std::string("/cases/") + name, column(rows, get), unit, text);
  };
  numbers("condition", "1", "combination of the axes, from 1",
          [](const Row& r) { return r.condition->condition.index + 1; });
  numbers("replicate", "1", "replicate of the condition, from 1", [](const Row& r) { return r.replicate; });
  numbers("status", "1",
          "0 done, 1 the simulation failed, 2 the case is wrong, 3 simulation.stop ended it early, "
          "4 its power is implausible",
          [](const Row& r) { return static_cast<int>(r.record->status); });
  numbers("simulated", "s", "simulated time", [](const Row& r) { return r.record->simulated; });
  numbers("window_from", "s", "where the window of the statistics begins", [](const Row& r) { return r.record->from; });
  numbers("window", "s", "time that the statistics cover", [](const Row& r) { return r.record->window; });
  const auto done = [](const Row& r, double value) { return r.record->status == Status::done ? value : kNone; };
  numbers("wave_power", "W/m", "mean power of the waves per metre of crest",
          [&](const Row& r) { return done(r, r.record->wave_power); });
  numbers("power", "W", "mean power of the PTOs", [&](const Row& r) { return done(r, r.record->power); });
  numbers("energy", "J", "power times window", [&](const Row& r) { return done(r, r.record->energy); });
  numbers("power_std", "W", "standard deviation of the power of the PTOs over the window",
          [&](const Row& r) { return done(r, r.record->power_deviation); });
  numbers("power_max", "W", "its greatest value in the window",
          [&](const Row& r) { return done(r, r.record->power_maximum); });
  std::vector<std::string> overrides, messages, warnings;
  for (const Row& row : rows) {
    std::string text;
    for (const std::string& assignment : row.condition->condition.overrides())
      text += (text.empty() ? "" : "\n") + assignment;
    for (const std::string& assignment : row.record->seeds) text += (text.empty() ? "" : "\n") + assignment;
    overrides.push_back(text);
    messages.push_back(row.record->message);
    warnings.push_back(fmt::format("{}", fmt::join(sentences(row.record->warnings), "\n")));
  }
  out.texts("/cases/overrides", overrides, "key=value, one per line: what --set takes to run the case alone");
  out.texts("/cases/message", messages, "why a case has no results");
  out.texts("/cases/warnings", warnings, "what swell run says of the case, one per line");
  const std::vector<std::string> keys = axis_keys(study);
  for (std::size_t k = 0; k < keys.size(); ++k)
    write_axis(out, "/axes/", keys[k], k, rows,
               [](const Row& r) -> const Condition& { return r.condition->condition; });
}

void write_statistics(Writer& out, const std::vector<Row>& rows, const Columns& columns) {
  for (const Kind& kind : kKinds) {
    const std::vector<double> table = columns.table(rows, kind.member);
    for (std::size_t first = 0; first < columns.all.size();) {
      std::size_t last = first;
      while (last < columns.all.size() && columns.all[last].path == columns.all[first].path) ++last;
      std::vector<double> values;
      for (std::size_t r = 0; r < rows.size(); ++r)
        values.insert(values.end(), table.begin() + static_cast<std::ptrdiff_t>(r * columns.all.size() + first),
                      table.begin() + static_cast<std::ptrdiff_t>(r * columns.all.size() + last));
      std::string unit;
      for (std::size_t c = first; c < last; ++c) unit += (c == first ? "" : " ") + columns.all[c].unit;
      const std::size_t width = last - first;
      std::string path = "/statistics" + columns.all[first].path + "/" + kind.name;
      out.numbers(path, width == 1 ? std::vector<hsize_t>{rows.size()} : std::vector<hsize_t>{rows.size(), width},
                  values, unit, kind.text);
      first = last;
    }
  }
}

void write_spectra(Writer& out, const std::vector<Row>& rows) {
  std::map<std::string, std::size_t> longest;
  std::map<std::string, std::string> units;
  for (const Row& row : rows) {
    for (const Spectrum& spectrum : row.record->spectra) {
      std::size_t& n = longest[spectrum.quantity.name()];
      n = std::max(n, spectrum.density.size());
      units[spectrum.quantity.name()] = spectrum.quantity.unit;
    }
  }
  for (const auto& [name, n] : longest) {
    std::vector<double> frequency(rows.size() * n, kNone), density = frequency;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (const Spectrum& spectrum : rows[r].record->spectra) {
        if (spectrum.quantity.name() != name) continue;
        std::copy(spectrum.frequency.begin(), spectrum.frequency.end(),
                  frequency.begin() + static_cast<std::ptrdiff_t>(r * n));
        std::copy(spectrum.density.begin(), spectrum.density.end(),
                  density.begin() + static_cast<std::ptrdiff_t>(r * n));
      }
    }
    std::string path = "/spectra/" + name;
    out.numbers(path + "/frequency", {rows.size(), n}, frequency, "Hz", "frequency, one row per case");
    out.numbers(path + "/density", {rows.size(), n}, density, fmt::format("({})^2/Hz", units[name]),
                "one-sided spectral density of the window (Welch, Hann)");
  }
}

void write_series(Writer& out, const Study& study, const std::vector<Row>& rows,
                  const std::vector<fs::path>& journals) {
  if (study.keep.series.empty()) return;
  std::unordered_map<std::uint64_t, std::size_t> number;
  for (std::size_t r = 0; r < rows.size(); ++r) number.emplace(rows[r].record->key, r + 1);
  // In the order of the cases, whatever the order in which they finished: first where each stands, then case by case
  // would read the file many times; HDF5 keeps links sorted by name, but places data in the order of writing. So the
  // records are gathered in pieces of cases.
  constexpr std::size_t kPiece = 256;
  for (std::size_t first = 1; first <= rows.size(); first += kPiece) {
    std::map<std::size_t, CaseRecord> piece;
    for (const fs::path& journal : journals) {
      read_journal(journal, [&](const std::string& bytes) {
        CaseRecord record;
        try {
          record = from_bytes(bytes);
        } catch (const std::exception&) {  // of a version with other records
          return;
        }
        const auto found = number.find(record.key);
        const bool wanted = found != number.end() && found->second >= first && found->second < first + kPiece;
        // An earlier verdict without rows may stand before the one that counts.
        if (wanted && !record.time.empty()) piece.emplace(found->second, std::move(record));
      });
    }
    for (const auto& [n, record] : piece) {
      const std::string group = fmt::format("/series/{:06d}", n);
      out.numbers(group + "/time", record.time, "s", "simulated time");
      for (const KeptSeries& series : record.series) {
        const std::size_t count = series.values.size() / series.width;
        out.numbers(group + series.path,
                    series.width == 1 ? std::vector<hsize_t>{count} : std::vector<hsize_t>{count, series.width},
                    series.values, series.unit, series.description);
      }
    }
  }
}

void write_conditions(Writer& out, const Study& study, const std::vector<ConditionResult>& conditions) {
  const auto numbers = [&](const char* name, const char* unit, const std::string& text, auto get) {
    std::vector<double> values;
    values.reserve(conditions.size());
    for (const ConditionResult& c : conditions) values.push_back(static_cast<double>(get(c)));
    out.numbers(std::string("/conditions/") + name, values, unit, text);
  };
  numbers("count", "1", "replicates with a result", [](const ConditionResult& c) { return c.count; });
  numbers("probability", "1", "of the scatter tables",
          [](const ConditionResult& c) { return c.condition.probability; });
  numbers("power", "W", "mean power over the replicates", [](const ConditionResult& c) { return c.power; });
  numbers("power_half_width", "W", fmt::format("half width of the {:g} % interval", 100.0 * study.power.confidence),
          [](const ConditionResult& c) { return c.power_half_width; });
  numbers("linear_power", "W", "mean power by the frequency domain; NaN where the case is not linear",
          [](const ConditionResult& c) { return c.linear_power; });
  numbers("wave_power", "W/m", "mean power of the waves per metre of crest",
          [](const ConditionResult& c) { return c.wave_power; });
  numbers("capture_width", "m", "power / wave_power, without rotors",
          [](const ConditionResult& c) { return c.capture_width(); });
  if (study.power.width) {
    numbers("capture_width_ratio", "1", "capture width / width of the device",
            [&](const ConditionResult& c) { return c.capture_width() / *study.power.width; });
  }
  const Conversion conversion(study);
  if (conversion.given()) {
    numbers("electrical_power", "W", "mean of min(efficiency x absorbed, rated power) of the replicates' mean powers",
            [&](const ConditionResult& c) { return conversion.of(c).mean; });
  }
  const std::vector<std::string> keys = axis_keys(study);
  for (std::size_t k = 0; k < keys.size(); ++k)
    write_axis(out, "/conditions/axes/", keys[k], k, conditions,
               [](const ConditionResult& c) -> const Condition& { return c.condition; });
  std::string order = fmt::format("{}", fmt::join(keys, "\n"));
  std::replace(order.begin(), order.end(), '/', '_');
  if (!keys.empty()) out.attribute("/conditions/axes", "order", order);
}

void write_power(Writer& out, const std::vector<DevicePower>& devices) {
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const DevicePower& device = devices[d];
    if (device.heights.empty() && !device.has_year) continue;
    const std::string group = fmt::format("/power/{}", d + 1);
    std::string name;
    for (const auto& [key, value] : device.device) name += fmt::format("{}{}={}", name.empty() ? "" : "\n", key, value);
    out.attribute(group, "device", name);
    if (device.has_year) {
      out.attribute(group, "missing", static_cast<double>(device.missing));
      out.attribute(group, "probability", device.probability_total);
      for (const YearOfDevice& each : kYear) {
        const double value = device.*each.member;
        if (each.electrical && !std::isfinite(device.electrical_energy)) continue;
        out.attribute(group, each.name, value);
        if (each.is_energy) out.attribute(group, (std::string(each.name) + "_MWh").c_str(), value / kMegawattHour);
      }
    }
    if (device.heights.empty()) continue;
    out.numbers(group + "/height", device.heights, "m", "rows of the matrices");
    out.numbers(group + "/period", device.periods, "s", "columns of the matrices");
    for (const MatrixOfDevice& each : kMatrices) {
      const RowMatrixX m = device.*each.member;
      if (m.size() == 0) continue;
      out.numbers(fmt::format("{}/{}", group, each.name),
                  {static_cast<hsize_t>(m.rows()), static_cast<hsize_t>(m.cols())}, {m.data(), m.data() + m.size()},
                  each.unit, each.text);
    }
  }
}

}  // namespace

std::vector<fs::path> tables_beside(const fs::path& results) {
  const std::string stem = (results.extension() == ".h5" ? fs::path(results).replace_extension() : results).string();
  return {stem + ".cases.csv", stem + ".conditions.csv", stem + ".power_matrix.csv"};
}

std::vector<std::pair<fs::path, Replaceable>> replaceable(const fs::path& results) {
  const std::vector<fs::path> tables = tables_beside(results);
  const auto ours = [](const fs::path& path) {
    try {
      return run_contained({Origin{path.string(), 0, 0, ""}, "HDF5", 10.0}, [&path] {
               H5::Exception::dontPrint();
               try {
                 const H5::H5File file(path.string(), H5F_ACC_RDONLY);
                 const H5::Group root = file.openGroup("/");
                 return std::string(root.attrExists("study") && root.attrExists("version") ? "1" : "0");
               } catch (const H5::Exception&) {
                 return std::string("0");
               }
             }) == "1";
    } catch (const InputError&) {  // it crashes HDF5
      return false;
    }
  };
  std::vector<std::pair<fs::path, Replaceable>> list = {
      {results, {"results file of a study", ours}},
      {tables[0], replaceable_text("table of cases", {"case,condition,replicate,status"})},
      {tables[1], replaceable_text("table of conditions", {",probability,replicates,power [W]"})},
      {tables[2], replaceable_text("table of power", {"mean power [W]"})}};
  for (auto& item : list) item.second.options = "-o or results.file";
  return list;
}

void write_results(const Study& study, const std::string& base_text, const std::vector<ConditionResult>& conditions,
                   const std::vector<fs::path>& journals, const fs::path& file) {
  const std::vector<Row> rows = rows_of(conditions);
  const Columns columns(rows);
  const std::vector<DevicePower> devices = power_of(study, conditions);
  const std::vector<fs::path> tables = tables_beside(file);
  const auto failed = [&](const std::string& why) {
    return FailedWrite(why + "; the journal is whole: start the batch again when there is space", file, 0.0, "results");
  };
  try {
    write_in_place(tables[0], cases_csv(study, rows, columns));
    write_in_place(tables[1], conditions_csv(study, conditions));
    if (std::any_of(devices.begin(), devices.end(), [](const DevicePower& d) { return !d.heights.empty(); })) {
      write_in_place(tables[2], power_csv(devices));
    } else {
      std::error_code ignored;
      fs::remove(tables[2], ignored);  // of an earlier run of the study, with other axes
    }
    const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
    H5::Exception::dontPrint();
    Writer out(file);
    out.attribute("/", "study", study.text);
    out.attribute("/", "case", base_text);
    out.attribute("/", "version", run::version());
    write_cases(out, study, rows);
    write_statistics(out, rows, columns);
    write_spectra(out, rows);
    write_series(out, study, rows, journals);
    write_conditions(out, study, conditions);
    write_power(out, devices);
    write_in_place(file, out.close());  // the last: where it stands, all stand
  } catch (const FailedWrite& e) {
    throw failed(e.what());
  } catch (const H5::Exception& e) {
    throw failed(fmt::format("{}: the results cannot be written: {}", file.string(), e.getDetailMsg()));
  }
}

}  // namespace swell::batch
