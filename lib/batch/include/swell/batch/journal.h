/// What a batch has finished, on disk as it happens: an append-only file of checked records.
///
/// A record is written by one call after its case has finished, so that whatever stops the process leaves whole records
/// and at most a torn last one, which the next opening cuts off. Against loss of power the file is synchronised twice a
/// second and at the end: what was not on the disk by then is run again, with the same outcome. So are the cases from
/// the first damaged record on.
///
///     file   = "SWELLJ1\n" record*
///     record = "CASE" size(u32) hash(u64, FNV-1a of the payload) payload        (little-endian)
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

namespace swell::batch {

class Journal {
 public:
  /// Opens or makes the file, locks it against other processes, hands every whole record to `found` and cuts off the
  /// rest from the first torn or damaged one on.
  /// @throws InputError when the file is no journal, cannot be written, or is in use by another process
  Journal(const std::filesystem::path& file, const std::function<void(const std::string&)>& found);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// One thread at a time. @throws SimulationError when the disk is full
  void append(const std::string& payload);
  void synchronise();

 private:
  std::filesystem::path path_;
  int file_ = -1;
  std::chrono::steady_clock::time_point synchronised_;
};

/// Reads a journal that another process may still be writing (a shard's); changes nothing.
void read_journal(const std::filesystem::path& file, const std::function<void(const std::string&)>& found);

}  // namespace swell::batch
