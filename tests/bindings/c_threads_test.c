/* Cases in many threads at once, again and again: every run has the bits of the first, every thread its own errors. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "swell.h"

enum { kThreads = 8, kRounds = 6, kKinds = 3, kRows = 201, kMost = 512 };

/* The threads have them from here. NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables) */
static const char *inputs;
static double found[kThreads][kRounds][kMost];
/* NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables) */

/* Heave of one of three cases, read anew. @returns the rows, 0 for a mistake */
static size_t one_run(int kind, double *out) {
  static const char *const setting[kKinds] = {"waves.period=6", "waves.period=7.5", "ptos.PTO.damping=1e5"};
  const char *select[] = {"bodies.*.position"};
  char path[4096];
  size_t rows = 0, columns = 0;
  snprintf(path, sizeof path, "%s/regular.yaml", inputs);
  swell_case *handle = swell_case_read(path);
  if (handle == NULL || swell_case_set(handle, "simulation.duration=20") != SWELL_DONE ||
      swell_case_set(handle, setting[kind]) != SWELL_DONE || swell_case_check(handle) != SWELL_DONE)
    return 0;
  swell_results *results = swell_run(handle, select, 1, NULL, NULL);
  const double *position = results != NULL ? swell_results_data(results, "/bodies/sphere/position", &rows, &columns) : NULL;
  if (position == NULL || rows > kMost) rows = 0;
  for (size_t i = 0; i < rows; ++i) out[i] = position[i * columns + 2];
  swell_results_free(results);
  swell_case_free(handle);
  return rows;
}

static void *work(void *argument) {
  const int thread = *(int *)argument;
  char path[64];
  for (int round = 0; round < kRounds; ++round) {
    if (one_run((thread + round) % kKinds, found[thread][round]) != kRows) return "a run failed";
    snprintf(path, sizeof path, "no-such-case-%d-%d.yaml", thread, round);
    if (swell_case_read(path) != NULL || strstr(swell_error(), path) == NULL) return "the error of another thread";
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[kThreads];
  int number[kThreads], bad = 0;
  static double alone[kMost];
  if (argc != 2) return 2;
  inputs = argv[1];
  for (int i = 0; i < kThreads; ++i) { /* the very first use of the library */
    number[i] = i;
    if (pthread_create(&threads[i], NULL, work, &number[i]) != 0) return 1;
  }
  for (int i = 0; i < kThreads; ++i) {
    void *complaint = NULL;
    pthread_join(threads[i], &complaint);
    if (complaint != NULL) bad += fprintf(stderr, "thread %d: %s\n", i, (const char *)complaint);
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    if (one_run(kind, alone) != kRows) return 1;
    for (int i = 0; i < kThreads; ++i)
      for (int round = 0; round < kRounds; ++round)
        /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the same bits */
        if ((i + round) % kKinds == kind && memcmp(found[i][round], alone, kRows * sizeof *alone) != 0)
          bad += fprintf(stderr, "thread %d, round %d: not the bits of a run alone\n", i, round);
  }
  if (bad == 0) puts("every thread has the bits of a run alone");
  return bad != 0;
}
