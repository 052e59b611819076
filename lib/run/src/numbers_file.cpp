#include "swell/run/numbers_file.h"

#include <H5Cpp.h>

#include <algorithm>

#include "swell/base/error.h"

namespace swell::run {

struct NumbersFile::File {
  H5::H5File file;
  H5::DataSet set;
  hsize_t points = 0;
};

namespace {

/// What libhdf5 throws is of no standard kind.
template <class F>
void guarded(F&& action) {
  try {
    action();
  } catch (const H5::Exception& error) {
    throw SimulationError("HDF5: " + error.getDetailMsg(), 0.0, "file", "HDF5");
  }
}

}  // namespace

NumbersFile::NumbersFile() : file_(std::make_unique<File>()) {
  guarded([&] {
    H5::Exception::dontPrint();
    H5::FileAccPropList in_memory;
    in_memory.setCore(std::size_t{1} << 20U, false);
    file_->file = H5::H5File("numbers", H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, in_memory);
  });
}

NumbersFile::~NumbersFile() = default;

void NumbersFile::group(const std::string& path) {
  guarded([&] { file_->file.createGroup(path); });
}

void NumbersFile::table(const std::string& path, const std::vector<std::uint32_t>& values, std::size_t each) {
  guarded([&] {
    const hsize_t size[] = {values.size() / each, each};
    file_->file.createDataSet(path, H5::PredType::STD_U32LE, H5::DataSpace(2, size))
        .write(values.data(), H5::PredType::NATIVE_UINT32);
  });
}

void NumbersFile::frames(const std::string& path, std::size_t frames, std::size_t points) {
  guarded([&] {
    const hsize_t size[] = {frames, points, 3}, chunk[] = {1, points, 3};
    H5::DSetCreatPropList properties;
    properties.setChunk(3, chunk);
    properties.setShuffle();
    properties.setDeflate(4);
    file_->set = file_->file.createDataSet(path, H5::PredType::NATIVE_FLOAT, H5::DataSpace(3, size), properties);
    file_->points = points;
  });
}

void NumbersFile::write(std::size_t frame, const std::vector<float>& values) {
  guarded([&] {
    const hsize_t start[] = {frame, 0, 0}, count[] = {1, file_->points, 3};
    H5::DataSpace space = file_->set.getSpace();
    space.selectHyperslab(H5S_SELECT_SET, count, start);
    file_->set.write(values.data(), H5::PredType::NATIVE_FLOAT, H5::DataSpace(3, count), space);
  });
}

std::string NumbersFile::bytes() {
  std::string image;
  guarded([&] {
    file_->file.flush(H5F_SCOPE_GLOBAL);
    const ssize_t size = H5Fget_file_image(file_->file.getId(), nullptr, 0);
    image.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
    H5Fget_file_image(file_->file.getId(), image.data(), image.size());
  });
  if (image.empty()) throw SimulationError("HDF5: the file could not be made", 0.0, "file", "HDF5");
  return image;
}

}  // namespace swell::run
