// What a user writes and a run leaves, from arbitrary bytes: studies, cases, meshes, motion files, journals; and
// results and checkpoints, whose containers are sound and whose contents are forged (the container is libhdf5's to
// read, in a child). Every reader must refuse by InputError or give finite numbers.
#include <H5Cpp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "checkpoint_file.h"
#include "fuzz_format.h"
#include "line_mutator.h"
#include "swell/base/error.h"
#include "swell/base/seal.h"
#include "swell/batch/cases.h"
#include "swell/batch/journal.h"
#include "swell/batch/record.h"
#include "swell/batch/study.h"
#include "swell/mesh/read_mesh.h"
#include "swell/model/read_case.h"
#include "swell/model/table_file.h"
#include "swell/run/results_reader.h"
#include "swell/wecsim/import.h"
#include "swell/wecsim/matlab.h"
#include "swell_test/slx_model.h"

namespace {

namespace fs = std::filesystem;
using namespace swell;

void require(bool good) {
  if (!good) std::abort();
}

const fs::path& folder() {
  static const fs::path path =
      [] {
        const fs::path shm = "/dev/shm", root = fs::exists(shm) ? shm : fs::temp_directory_path();
        const fs::path mine = root / ("swell_fuzz_" + std::string(fuzz_format()) + "_" + std::to_string(getpid()));
        fs::create_directories(mine);
        std::ofstream(mine / "base.yaml")
            << "simulation: {duration: 10, time_step: 0.1}\nwaves: {type: regular, height: 1, "
               "period: 6}\ncomponents:\n  - {name: M, type: point-mass, mass: 2}\n";
        std::ofstream(mine / "table.csv") << "waves.height, waves.period\n1, 5\n2, 6\n";
        return mine;
      }();
  return path;
}

fs::path put(const char* name, const std::string& bytes) {
  fs::path path = folder() / name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

void study(const std::string& text) {
  const fs::path file = folder() / "study.yaml";
  const batch::Study read = batch::read_study(model::read_yaml_text(text, file, model::kStudyFile), file);
  for (const batch::Axis& axis : read.axes) {
    for (const auto& row : axis.rows) require(row.size() == axis.keys.size());
  }
}

void a_case(const std::string& text) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, folder() / "case.yaml", {}, diagnostics);
  if (!diagnostics.has_errors()) {  // what was taken can be written and is taken again
    Diagnostics again;
    model::read_case_text(model::write_case(model), folder() / "case.yaml", {}, again);
    require(!again.has_errors());
  }
}

void a_mesh(const std::string& bytes) {
  Diagnostics diagnostics;
  const mesh::TriangleMesh read = bytes.size() % 2 == 0 ? mesh::parse_stl(bytes, "m.stl", diagnostics)
                                                        : mesh::parse_obj(bytes, "m.obj", diagnostics);
  require(read.vertices.allFinite());
  if (read.size() > 0) require(read.triangles.minCoeff() >= 0 && read.triangles.maxCoeff() < read.vertices.cols());
}

void motion(const std::string& text) { require(model::read_table_file(put("motion.txt", text), 2, 0, {}).allFinite()); }

void journal(const std::string& bytes) {
  batch::read_journal(put("study.journal", bytes), [](const std::uint8_t* data, std::size_t size) {
    try {
      batch::from_bytes(data, size);
    } catch (const std::exception&) {  // no record
    }
  });
}

// ---- contents of an HDF5 file: a list of datasets, each forged by a few bytes
// -----------------------------------------
class Bytes {
 public:
  explicit Bytes(const std::string& all) : all_(all) {}
  bool empty() const { return at_ >= all_.size(); }
  unsigned next() { return empty() ? 0U : static_cast<unsigned char>(all_[at_++]); }

 private:
  const std::string& all_;
  std::size_t at_ = 0;
};

struct Dataset {
  std::string path;
  std::vector<hsize_t> shape;
  unsigned type = 0;  // see write()
  double value = 1.0;
};

void forge(std::vector<Dataset>& all, Bytes& in) {
  static const std::array<double, 10> values{0.0,
                                             -1.0,
                                             1e300,
                                             -1e300,
                                             2.0,
                                             1e-320,
                                             9.3e18,
                                             -9.3e18,
                                             std::numeric_limits<double>::infinity(),
                                             std::numeric_limits<double>::quiet_NaN()};
  Dataset& d = all[in.next() % all.size()];
  const unsigned how = in.next();
  switch (how % 6) {
    case 0:
      d.type = how / 6 % 7;
      break;
    case 1:
      if (!d.shape.empty()) d.shape.pop_back();
      break;
    case 2:
      d.shape.insert(d.shape.begin(), how / 6 % 4);
      break;
    case 3:
      if (!d.shape.empty()) d.shape[how / 6 % d.shape.size()] = in.next() % 9;
      break;
    case 4:
      d.path = all[in.next() % all.size()].path + (how > 128 ? "/below" : "");
      break;
    default:
      d.value = values[in.next() % values.size()];
  }
}

void write(const std::vector<Dataset>& all, const fs::path& path, Bytes& in) {
  H5::H5File file(path.string(), H5F_ACC_TRUNC);
  const H5::StrType variable(H5::PredType::C_S1, H5T_VARIABLE);
  for (const Dataset& d : all) {
    try {
      for (std::size_t end = d.path.find('/', 1); end != std::string::npos; end = d.path.find('/', end + 1)) {
        if (H5Lexists(file.getId(), d.path.substr(0, end).c_str(), H5P_DEFAULT) <= 0)
          file.createGroup(d.path.substr(0, end));
      }
      std::size_t n = 1;
      for (const hsize_t extent : d.shape) n *= static_cast<std::size_t>(extent);
      const H5::DataSpace space =
          d.shape.empty() ? H5::DataSpace(H5S_SCALAR) : H5::DataSpace(static_cast<int>(d.shape.size()), d.shape.data());
      std::vector<double> values(std::max<std::size_t>(n, 1), d.value);
      for (std::size_t k = 0; k < n; ++k) values[k] += d.path == "/time" ? static_cast<double>(k) : 0.0;
      if (d.type == 0) {
        H5::DataSet set = file.createDataSet(d.path, H5::PredType::IEEE_F64LE, space);
        if (n > 0) set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
        for (const char* name : {"units", "description"})
          set.createAttribute(name, variable, H5::DataSpace(H5S_SCALAR)).write(variable, std::string("m"));
      } else if (d.type == 1) {
        H5::DataSet set = file.createDataSet(d.path, H5::PredType::STD_I64LE, space);
        std::vector<long long> whole(std::max<std::size_t>(n, 1), 2);
        if (n > 0) set.write(whole.data(), H5::PredType::NATIVE_LLONG);
        // An attribute that is no text where a text is expected.
        set.createAttribute("units", H5::PredType::NATIVE_INT, H5::DataSpace(H5S_SCALAR))
            .write(H5::PredType::NATIVE_INT, whole.data());
      } else if (d.type == 2) {
        file.createDataSet(d.path, variable, H5::DataSpace(H5S_SCALAR)).write(std::string("made up"), variable);
      } else if (d.type == 3) {
        const H5::StrType fixed(H5::PredType::C_S1, 3);
        file.createDataSet(d.path, fixed, space);
      } else if (d.type == 4) {
        file.createGroup(d.path);
      } else if (d.type == 5) {
        H5::CompType pair(std::size_t{16});
        pair.insertMember("a", 0, H5::PredType::NATIVE_DOUBLE);
        file.createDataSet(d.path, pair, space);
      }                               // 6: it is not there
    } catch (const H5::Exception&) {  // two of one name: the first stays
    }
  }
  const unsigned marks = in.next();
  H5::Group root = file.openGroup("/");
  for (const char* name : {"case", "version", "status"}) {
    if ((marks & 1U) == 0 || name[0] != 'c')
      root.createAttribute(name, variable, H5::DataSpace(H5S_SCALAR)).write(variable, std::string("text"));
  }
}

void results(const std::string& bytes) {
  Bytes in(bytes);
  std::vector<Dataset> all{{"/time", {4}},
                           {"/bodies/float/position", {4, 6}},
                           {"/bodies/float/velocity", {4, 6}},
                           {"/bodies/float/force/total", {4, 6}},
                           {"/ptos/PTO/power", {4}},
                           {"/wave/elevation", {4}}};
  for (int k = 0; k < 8 && !in.empty(); ++k) forge(all, in);
  const fs::path path = folder() / "results.h5";
  write(all, path, in);
  const run::ResultsReader reader(path);
  reader.attribute("case");
  reader.names("/bodies");
  for (const std::string& name : reader.datasets()) {
    try {
      const run::Table table = reader.read(name);
      require(table.values.size() == table.rows * table.columns);
    } catch (const InputError&) {
    }
  }
}

void checkpoint(const std::string& bytes) {
  const fs::path path = folder() / "forged.checkpoint";
  std::ofstream(path, std::ios::binary) << sealed("checkpoint of Swell, 6\n" + bytes, kCheckpointSeal);
  run::read_checkpoint(path, "made up", "made up");
}

// A script of MATLAB, in a folder without any other.
void wecsim_script(const std::string& text) {
  wecsim::MatlabWorkspace workspace(folder() / "wecsim");
  workspace.run_text(text, "script.m");
}

// A Simulink model: bytes as the container, or as the diagram in a sound one, with an input file beside it.
void wecsim_model(const std::string& bytes) {
  const fs::path wec = folder() / "wecsim";
  fs::create_directories(wec);
  std::ofstream(wec / "wecSimInputFile.m")
      << "simu = simulationClass(); simu.simMechanicsFile = 'm.slx'; simu.endTime = 1; waves = waveClass('regular'); "
         "waves.height = 1; waves.period = 5;\n"
         "body(1) = bodyClass(''); body(1).nonHydro = 1; body(1).mass = 1; body(1).inertia = [1 1 1]; body(1).volume = "
         "1; body(1).centerGravity = [0 0 0];\n"
         "pto(1) = ptoClass('P'); pto(1).location = [0 0 0];\n";
  if (bytes.size() % 2 == 0)
    put("wecsim/m.slx", bytes);
  else
    swell_test::write_zip(wec / "m.slx", {{"simulink/blockdiagram.xml", bytes}});
  wecsim::ImportOptions options;
  options.output = wec / "case.yaml";
  const wecsim::Imported imported = wecsim::import_case(wec, options);
  require(!imported.yaml.empty());
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  static const std::string format = fuzz_format();
  static const bool text = format == "study" || format == "case" || format == "mesh" || format == "motion" ||
                           format == "wecsim_script" || format == "wecsim_model";
  std::mt19937 random(seed);
  if (!text || random() % 2 == 0) return LLVMFuzzerMutate(bytes, size, most);
  const std::string changed = swell_fuzz::changed_lines(std::string(bytes, bytes + size), random);
  const std::size_t kept = std::min(changed.size(), most);
  std::memcpy(bytes, changed.data(), kept);
  return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const auto work = [] {
    H5::Exception::dontPrint();
    const std::string format = fuzz_format();
    return format == "study"           ? study
           : format == "case"          ? a_case
           : format == "mesh"          ? a_mesh
           : format == "motion"        ? motion
           : format == "journal"       ? journal
           : format == "results"       ? results
           : format == "wecsim_script" ? wecsim_script
           : format == "wecsim_model"  ? wecsim_model
           : format == "checkpoint"    ? checkpoint
                                       : nullptr;
  }();
  if (work == nullptr) std::abort();
  try {
    work(std::string(bytes, bytes + size));
  } catch (const InputError&) {
  }
  return 0;
}
