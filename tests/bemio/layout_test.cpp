// The file that the writer makes beside one that BEMIO (MATLAB) made: every dataset in the same place, shape and kind,
// with the attributes that readers look at.
#include <H5Cpp.h>

#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::bemio::layout_test {
namespace {

struct Dataset {
  bool text = false;
  std::vector<hsize_t> shape;
  std::string units;
  std::set<std::string> attributes;
};

std::string text_attribute(const H5::DataSet& set, const char* name) {
  if (!set.attrExists(name)) return {};
  const H5::Attribute attribute = set.openAttribute(name);
  if (attribute.getSpace().getSimpleExtentType() == H5S_NULL) return {};
  std::string value;
  attribute.read(attribute.getStrType(), value);
  return value.c_str();  // up to the first NUL
}

void collect(const H5::Group& group, const std::string& path, std::map<std::string, Dataset>& all) {
  for (hsize_t k = 0; k < group.getNumObjs(); ++k) {
    const std::string name = group.getObjnameByIdx(k);
    std::string here = path;
    here.append("/").append(name);
    if (group.getObjTypeByIdx(k) == H5G_GROUP) {
      collect(group.openGroup(name), here, all);
      continue;
    }
    const H5::DataSet set = group.openDataSet(name);
    Dataset& one = all[here];
    one.text = set.getTypeClass() == H5T_STRING;
    one.shape.resize(static_cast<std::size_t>(set.getSpace().getSimpleExtentNdims()));
    if (!one.shape.empty()) set.getSpace().getSimpleExtentDims(one.shape.data());
    one.units = text_attribute(set, "units");
    for (unsigned a = 0; a < static_cast<unsigned>(set.getNumAttrs()); ++a)
      one.attributes.insert(set.openAttribute(a).getName());
  }
}

std::map<std::string, Dataset> contents(const std::string& path) {
  std::map<std::string, Dataset> all;
  const H5::H5File file(path, H5F_ACC_RDONLY);
  collect(file.openGroup("/"), "", all);
  return all;
}

TEST(Layout, IsThatOfTheFileThatWecSimsToolWrote) {
  SWELL_TEST_DATA(reference, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  SWELL_TEST_DATA(out, "rm3/rm3.out", "WEC-Sim/WEC-Sim");
  ReadOptions like_bemio;
  like_bemio.like_bemio = true;
  hydro::HydroData data = read_bem(out, like_bemio);
  ProcessingOptions options;
  options.radiation.end_time = 60.0;
  options.excitation.end_time = 157.0;
  options.state_space = true;
  process(data, options);
  const std::string path = ::testing::TempDir() + "/layout.h5";
  hydro::write_bemio_h5(data, path);
  const auto theirs = contents(reference.string()), ours = contents(path);
  EXPECT_GT(theirs.size(), 60U);
  for (const auto& [name, expected] : theirs) {
    const auto found = ours.find(name);
    if (found == ours.end()) {
      ADD_FAILURE() << name << " is missing";
      continue;
    }
    EXPECT_EQ(found->second.text, expected.text) << name;
    // The order of a state space is what the fit needed.
    const bool realisation = name.find("/state_space/") != std::string::npos;
    if (realisation)
      EXPECT_EQ(found->second.shape.size(), expected.shape.size()) << name;
    else
      EXPECT_EQ(found->second.shape, expected.shape) << name;
    EXPECT_EQ(found->second.units, expected.units) << name;
    for (const std::string& attribute : expected.attributes)
      EXPECT_EQ(found->second.attributes.count(attribute), 1U) << name << ": " << attribute;
  }
}

}  // namespace
}  // namespace swell::bemio::layout_test
