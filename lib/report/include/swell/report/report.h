/// One offline page of results: plots, a 3-D scene, tables, heat maps.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/run/results_reader.h"

namespace swell::report {

/// What the page is made of beside its data: files of the folder that `make report-assets` fills.
struct Assets {
  std::string page, style, plain, scene;
};

/// Nothing when one of them is missing.
std::optional<Assets> read_assets(const std::filesystem::path& folder);

struct Request {
  std::vector<std::filesystem::path> files;  ///< results of runs, laid over each other; or one study or one hydro file
  std::filesystem::path case_file;           ///< whose folder has meshes and hydro data; empty: as the results say
  bool scene_alone = false;                  ///< of one run, for other programs than the page; there is always one
};

/// The data of a page as JSON. Files are read in a child process.
/// @throws InputError when a file is none of these kinds, or kinds are mixed
std::string data_of(const Request& request);

/// The page. @param title  as text  @param data  of data_of
std::string page_of(const std::string& title, const std::string& data, const Assets& assets);

/// The page without a script: texts, tables and figures.
/// @param figures  as SVG, which stand in the page  @param note  why nothing moves, and what to do
std::string still_page_of(const std::string& title, const std::string& data, const std::vector<std::string>& figures,
                          const std::string& note);

/// The scene of a run as glTF 2.0 (JSON with its buffers inside): bodies that move as they did, and the sea surface
/// where up to four waves make it. @param data  of data_of  @throws InputError when it has no scene
std::string gltf_of(const std::string& data);

/// Two files for ParaView: XDMF beside HDF5 with bodies as their meshes, lines of moorings, joints, take-offs and
/// springs, and the sea surface, in up to 500 frames unless `every` [rows] says how many.
struct XdmfFiles {
  std::string xdmf, hdf5;  ///< what stands in them
  std::size_t frames = 0;
};
/// @param data  of data_of with scene_alone   @throws InputError for results of a single row
/// @param hdf5_name, results_name  by which the XDMF file refers to them
XdmfFiles xdmf_of(const std::string& data, const std::string& hdf5_name, const run::ResultsReader& results,
                  const std::string& results_name, int every);

}  // namespace swell::report
