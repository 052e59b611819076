// swell_make_seeds FORMAT FOLDER: seed corpus of one fuzzer, made up by us.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "made_sets.h"
#include "small_accompanied.h"
#include "small_files.h"
#include "small_netcdf.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/workbook.h"

namespace {

namespace fs = std::filesystem;

std::string joined(const swell_test::SmallRun& run) {
  std::string text = run.files.at(run.main);
  for (const auto& [name, part] : run.files) {
    if (name != run.main) text.append("%%% ").append(name).append("\n").append(part);
  }
  return text;
}

void seed(const fs::path& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name, std::ios::binary) << text;
}

// A run that its reader takes: a seed that is refused would hide all behind the refusal from the fuzzer.
void seed_sound(const fs::path& folder, const std::string& name, const swell_test::SmallRun& run) {
  const fs::path work = folder.parent_path() / (folder.filename().string() + "_work") / name;
  fs::remove_all(work);
  swell_test::write_run(run, work);
  for (const std::string& note : swell::bemio::read_bem(work / run.main).notes) {
    if (note.find("left out: ") != std::string::npos || note.find("not used") != std::string::npos)
      throw std::runtime_error(name + ": an accompanying file is left out: " + note);
  }
  seed(folder, name, joined(run));
}

swell_test::SmallRun single(const std::string& name, const std::string& text) { return {name, {{name, text}}}; }

int make_seeds(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: swell_make_seeds FORMAT FOLDER\n");
    return 2;
  }
  const std::string format = argv[1];
  const fs::path folder = argv[2];
  fs::create_directories(folder);
  if (format == "wamit") {
    const swell_test::SmallRun run = swell_test::small_wamit();
    seed_sound(folder, "whole", run);
    seed_sound(folder, "accompanied", swell_test::small_wamit_accompanied());
    seed_sound(folder, "modes", swell_test::small_wamit_modes());
    seed(folder, "out", run.files.at(run.main));
  } else if (format == "wamit_numeric") {
    for (auto [name, run] : {std::pair{"whole", swell_test::small_wamit()},
                             std::pair{"accompanied", swell_test::small_wamit_accompanied()},
                             std::pair{"modes", swell_test::small_wamit_modes()}}) {
      run.files.erase(run.main);
      run.main = "small.1";
      seed_sound(folder, name, run);
    }
    seed(folder, "radiation", swell_test::small_wamit().files.at("small.1"));
    swell_test::SmallRun openfast = swell_test::small_wamit();
    openfast.files.erase(openfast.main);
    openfast.main = "small.1";
    openfast.files["HydroDyn.dat"] = swell_test::hydrodyn("small");
    openfast.files["small.ss"] = swell_test::ss_file();
    seed_sound(folder, "openfast", openfast);
  } else if (format == "hdb") {
    seed_sound(folder, "one", single("small.hdb", swell_test::hdb(swell_test::Truth(1))));
    seed_sound(folder, "two", single("small.hdb", swell_test::hdb(swell_test::Truth(2), true)));
  } else if (format == "orcaflex") {
    swell_test::OrcaStyle style{"seed", 1.0,     1e3, 1e3, swell_test::kSi, "frequency (rad/s)", false, false,
                                false,  "crest", 0.0, 0};
    seed_sound(folder, "one", single("small.yml", swell_test::orcaflex(swell_test::Truth(1), style)));
    style.group = true;
    seed_sound(folder, "group", single("small.yml", swell_test::orcaflex(swell_test::Truth(2), style)));
  } else if (format == "matlab") {
    swell_test::write_hydro(folder / "five", swell_test::Truth(1), MAT_FT_MAT5);
    swell_test::write_hydro(folder / "seven", swell_test::Truth(1), MAT_FT_MAT73);
  } else if (format == "hydrostatics") {
    const swell_test::SmallRun run = swell_test::small_nemoh();
    seed(folder, "whole", run.files.at("Mesh/Hydrostatics.dat") + "%%% KH.dat\n" + run.files.at("Mesh/KH.dat"));
  } else if (format == "nemoh") {
    seed_sound(folder, "whole", swell_test::small_nemoh());
    seed_sound(folder, "accompanied", swell_test::small_nemoh_accompanied());
  } else if (format == "aqwa") {
    seed_sound(folder, "whole", swell_test::small_aqwa());
    seed_sound(folder, "accompanied", swell_test::small_aqwa_accompanied());
    swell_test::SmallRun quadratic = swell_test::small_aqwa();
    quadratic.files["small.QTF"] = swell_test::small_qtf();
    seed_sound(folder, "quadratic", quadratic);
  } else if (format == "lis") {
    seed_sound(folder, "whole", single("small.LIS", swell_test::small_listing()));
  } else if (format == "hams") {
    seed_sound(folder, "whole", swell_test::small_hams());
    seed_sound(folder, "accompanied", swell_test::small_hams_accompanied());
  } else if (format == "capytaine") {
    swell_test::write_small_netcdf(folder / "classic", false);
    swell_test::write_small_netcdf(folder / "hdf5", true);
  } else if (format == "bemio_h5") {
    const fs::path work = folder.parent_path() / "bemio_h5_work";
    const swell_test::SmallRun run = swell_test::small_wamit();
    swell_test::write_run(run, work);
    swell::hydro::HydroData data = swell::bemio::read_bem(work / run.main);
    swell::hydro::write_bemio_h5(data, (folder / "plain.h5").string());
  } else if (format == "h5_contents") {
    seed(folder, "sound", std::string(1, '\0'));
    seed(folder, "one", std::string("\0\x10\x06\x03\x13", 5));
  } else if (format == "study") {
    seed(folder, "lists",
         "base: base.yaml\naxes:\n  - {key: waves.height, values: [1, 2]}\n  - {key: waves.period, range: "
         "{from: 5, to: 9, count: 3}}\nseeds: 2\nresults: {file: out.h5, statistics: [wave.*]}\n");
    seed(folder, "tables",
         "base: base.yaml\naxes:\n  - table: {headers: [waves.height, components.M.mass], cases: [[1, 2], "
         "[2, 3]]}\n  - table: {file: table.csv}\nset: {simulation.duration: 20}\n");
    seed(folder, "random",
         "base: base.yaml\naxes:\n  - random: {count: 4, method: latin-hypercube, keys: "
         "{components.M.mass: {from: 1, to: 9, spacing: logarithmic}}}\n");
    seed(folder, "scatter",
         "base: base.yaml\naxes:\n  - scatter: {heights: [1, 2], periods: [6, 8], probability: [[1, 2], [3, "
         "4]]}\n  - zip:\n      - {key: simulation.ramp, values: [1, 2]}\npower: {width: 20, hours: 8766}\n");
  } else if (format == "workbook") {
    // an odd number of bytes is the sheet, an even one the container
    const auto odd = [](const std::string& text) { return text.size() % 2 == 1 ? text : text + "\n"; };
    const std::string cells =
        "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><t>T</t></is></c></row><row "
        "r=\"3\">"
        "<c r=\"A3\"><v>0.25</v></c><c r=\"AA3\"><f>1+1</f><v>2</v></c></row>";
    seed(folder, "sheet", odd(cells));
    const fs::path book = folder.parent_path() / "workbook.xlsx";
    swell_test::write_xlsx(book, cells, {"H"});
    std::ifstream in(book, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (bytes.size() % 2 == 1) bytes += '\0';  // behind the end of the archive
    seed(folder, "container", bytes);
    fs::remove(book);
  } else if (format == "wecsim_script") {
    seed(folder, "objects",
         "simu = simulationClass();\nsimu.dt = 0.1;\nbody(2) = bodyClass('a.h5');\nbody(2).linearDamping(5, 5) = 1e3; "
         "%% one entry\n"
         "x.list = {1, 'two', [3 4; 5 6]};\nfor i = 1:3, y(i) = i^2; end\nif numel(y) > 2 && ~isempty(x), z = y(end)'; "
         "else z = []; end\n");
    seed(folder, "functions",
         "f = @(a, b) sqrt(a^2 + b.^2);\nswitch 'JS'\n  case {'PM', 'JS'}\n    v = f(3, [4 5]);\n  otherwise\n    v = "
         "0;\nend\n"
         "[X, Y] = meshgrid(-1:0.5:1, 0:1); w = reshape(X, [], 1) .* Y(:);\ns = sprintf('%05.2f %s', pi, "
         "num2str(1.5)); w([1 3]) = [];\n");
  } else if (format == "wecsim_model") {
    // an odd number of bytes is the diagram, an even one the container
    const std::string diagram =
        "<ModelInformation><Model><System><Block BlockType=\"Reference\" Name=\"G\" SID=\"1\"><P "
        "Name=\"SourceBlock\">WECSim_Lib_Frames/Global Reference Frame</P></Block>"
        "<Block BlockType=\"Reference\" Name=\"B\" SID=\"2\"><P Name=\"SourceBlock\">WECSim_Lib_Body_Elements/Rigid "
        "Body</P><InstanceData><P Name=\"body\">body(1)</P></InstanceData></Block>"
        "<Block BlockType=\"Reference\" Name=\"P\" SID=\"3\"><P Name=\"SourceBlock\">WECSim_Lib_PTOs/Translational PTO "
        "Actuation Force</P><InstanceData><P Name=\"pto\">pto(1)</P></InstanceData></Block>"
        "<Block BlockType=\"BusSelector\" Name=\"S\" SID=\"4\"><P Name=\"OutputSignals\">velocity</P></Block><Block "
        "BlockType=\"Selector\" Name=\"E\" SID=\"5\"><P Name=\"Indices\">3</P></Block>"
        "<Block BlockType=\"Gain\" Name=\"K\" SID=\"6\"><P Name=\"Gain\">-[2 3]*[4;5]</P></Block>"
        "<Line LineType=\"Connection\"><P Name=\"Src\">1#rconn:1</P><P Name=\"Dst\">3#lconn:1</P></Line><Line "
        "LineType=\"Connection\"><P Name=\"Src\">2#rconn:1</P><P Name=\"Dst\">3#rconn:1</P></Line>"
        "<Line><P Name=\"Src\">3#out:1</P><P Name=\"Dst\">4#in:1</P></Line><Line><P Name=\"Src\">4#out:1</P><P "
        "Name=\"Dst\">5#in:1</P></Line>"
        "<Line><P Name=\"Src\">5#out:1</P><P Name=\"Dst\">6#in:1</P></Line><Line><P Name=\"Src\">6#out:1</P><P "
        "Name=\"Dst\">3#in:1</P></Line></System></Model></ModelInformation>";
    seed(folder, "diagram", diagram.size() % 2 == 1 ? diagram : diagram + "\n");
    // the same with a piston and a throttle of Simscape Fluids in place of the gain
    const std::string piston = [&] {
      const auto reference = [](const char* source, int sid) {
        return "<Block BlockType=\"Reference\" Name=\"R\" SID=\"" + std::to_string(sid) +
               "\"><P Name=\"SourceBlock\">" + source + "</P></Block>";
      };
      const auto line = [](const char* from, const char* to) {
        return std::string("<Line LineType=\"Connection\"><P Name=\"Src\">") + from + "</P><P Name=\"Dst\">" + to +
               "</P></Line>";
      };
      std::string text = diagram.substr(0, diagram.find("<Line><P Name=\"Src\">5#out:1"));
      text += reference("nesl_utility/Simulink-PS Converter", 12) +
              reference("fl_lib/Mechanical/Mechanical Sources/Ideal Translational Velocity Source", 13) +
              reference("sh_lib/Hydraulic Cylinders/Double-Acting Hydraulic Cylinder (Simple)", 14) +
              reference("fl_lib/Mechanical/Mechanical Sensors/Ideal Force Sensor", 15) +
              reference("fl_lib/Hydraulic/Hydraulic Elements/Linear Hydraulic Resistance", 17) +
              reference("nesl_utility/PS-Simulink Converter", 19) + line("12#rconn:1", "13#rconn:1") +
              line("13#rconn:2", "14#rconn:1") + line("14#lconn:1", "15#lconn:1") + line("15#rconn:2", "19#lconn:1") +
              line("14#lconn:2", "17#lconn:1") + line("14#rconn:2", "17#rconn:1");
      return text +
             "<Line><P Name=\"Src\">5#out:1</P><P Name=\"Dst\">12#in:1</P></Line><Line><P Name=\"Src\">19#out:1"
             "</P><P Name=\"Dst\">3#in:1</P></Line></System></Model></ModelInformation>";
    }();
    seed(folder, "fluids", piston.size() % 2 == 1 ? piston : piston + "\n");
  } else if (format == "case") {
    seed(folder, "bodies",
         "simulation: {duration: 10, time_step: 0.1, ramp: 2}\nwaves: {type: irregular, significant_height: 2, "
         "peak_period: 8}\nbodies:\n  - {name: float, mass: 1000, inertia: [1, 1, 1], center_of_gravity: "
         "[0, 0, -1]}\nptos:\n  - {name: PTO, type: translational, base: world, follower: float, location: "
         "[0, 0, 0], damping: 1e5}\n");
    seed(folder, "components",
         "simulation: {duration: 10, time_step: 0.1}\ncomponents:\n  - {name: M, type: point-mass, mass: "
         "2}\n  - {name: c, type: expression, expression: 2 * x, inputs: [x]}\nconnections:\n  - {from: "
         "M.position, to: c.x}\noutput: {file: out.h5, time_step: 1}\n");
  } else if (format == "mesh") {
    seed(folder, "text.stl",
         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
         "0\nendloop\nendfacet\nendsolid a\n");
    seed(folder, "text.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/1 2/2 -1 4\n");
    std::string binary(80, ' ');
    binary.append("\1\0\0\0", 4).append(50, '\0');
    seed(folder, "binary.stl", binary);
  } else if (format == "motion") {
    seed(folder, "columns", "time position\n0 0\n0.5 1e-1\n1, 0.2\n# a comment\n2;3\n");
  } else if (format == "journal") {
    const std::string payload(96, '\1');
    std::uint64_t digest = 14695981039346656037U;  // FNV-1a (lib/base/hash.h)
    for (const char c : payload) digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211U;
    std::string bytes = std::string("SWELLJ1\nCASE") + std::string("\x60\0\0\0", 4);
    bytes.append(reinterpret_cast<const char*>(&digest), sizeof digest).append(payload);
    seed(folder, "record", bytes);
  } else if (format == "results" || format == "checkpoint") {
    seed(folder, "sound", std::string(1, '\0'));
    seed(folder, "one", std::string("\1\5\3\0\7\2", 6));
  } else if (format == "moordyn") {
    seed(folder, "rod",
         "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
         "chain 0.1 20 1e6 -1 100 1 1 0 0\n--- ROD TYPES ---\nTypeName Diam Mass/m Cd Ca CdEnd CaEnd\n- - - - - - -\n"
         "pole 0.4 250 1 1 1 1\n--- BODIES ---\nID Attachment X0 Y0 Z0 r0 p0 y0 Mass CG* I* Volume CdA* Ca*\n"
         "- - - - - - - - - - - - - -\n1 Free 0 0 -9 0 5 0 4e4 1|0|-1 3e5 40 3|6 0.5\n"
         "--- RODS ---\nID RodType Attachment Xa Ya Za Xb Yb Zb NumSegs Out\n- - - - - - - - - - -\n"
         "1 pole Body1Pinned 0 0 1 3 0 2 4 -\n--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - "
         "-\n"
         "1 Fixed 0 0 -50 0 0 0 0\n2 Coupled 9 0 -5 0 0 0 0\n--- LINES ---\nID LineType AttachA AttachB UnstrLen "
         "NumSegs Out\n"
         "- - - - - - -\n1 chain 1 R1B 45 5 -\n2 chain 1 2 50 5 -\n--- OPTIONS ---\n0.5 MU_KT\n60 WtrDpth\n");
  } else {
    std::fprintf(stderr, "unknown format %s\n", format.c_str());
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return make_seeds(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "swell_make_seeds: %s\n", error.what());
    return 1;
  }
}
