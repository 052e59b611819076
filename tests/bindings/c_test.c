/* Every function of swell.h, as a C program would use it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "swell.h"

#define CHECK(condition)                                                             \
  do {                                                                               \
    if (!(condition)) {                                                              \
      fprintf(stderr, "line %d: %s\n%s\n", __LINE__, #condition, swell_error());     \
      return 1;                                                                      \
    }                                                                                \
  } while (0)

static int count_calls(double fraction, void *user) {
  if (fraction >= 0.0 && fraction <= 1.0 + 1e-9) ++*(int *)user;
  return 1;
}

static int stop_at_half(double fraction, void *user) {
  (void)user;
  return fraction < 0.5;
}

static void path_in(char *out, size_t size, const char *folder, const char *name) { snprintf(out, size, "%s/%s", folder, name); }

/* Steps of the case give the rows of a run bit for bit, from a snapshot too; mistakes are reported. */
static int steps_are_those_of_a_run(const swell_case *regular) {
  const char *select[] = {"bodies.*.position", "ptos.*.power"}, *force[] = {"PTO.force"}, *wrong[] = {"PTO.froce"};
  size_t rows = 0, columns = 0, width = 0;
  swell_results *results = swell_run(regular, select, 2, NULL, NULL);
  CHECK(results != NULL);
  const double *position = swell_results_data(results, "/bodies/sphere/position", &rows, &columns);
  const double *power = swell_results_data(results, "/ptos/PTO/power", NULL, NULL);
  const double *time = swell_results_time(results, NULL);
  swell_simulation *sim = swell_simulation_start(regular, NULL, 0, select, 2);
  CHECK(sim != NULL && swell_simulation_end(sim) == 80.0);
  const int of_sphere = swell_simulation_output(sim, "bodies/sphere/position", &width);
  const int of_power = swell_simulation_output(sim, "PTO.power", NULL);
  CHECK(of_sphere >= 0 && of_power >= 0 && width == 6);
  swell_snapshot *middle = NULL;
  for (int pass = 0; pass < 2; ++pass) {
    for (size_t i = pass == 0 ? 0 : rows / 2; i < rows; ++i) {
      CHECK(swell_simulation_time(sim) == time[i]);
      // The same bits. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
      CHECK(memcmp(swell_simulation_read(sim, of_sphere), position + 6 * i, 6 * sizeof(double)) == 0);
      // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
      CHECK(memcmp(swell_simulation_read(sim, of_power), power + i, sizeof(double)) == 0);
      if (pass == 0 && i == rows / 2) middle = swell_simulation_snapshot(sim);
      if (i + 1 < rows) CHECK(swell_simulation_step(sim, 0.1) == SWELL_DONE);
    }
    CHECK(middle != NULL && swell_simulation_restore(sim, middle) == SWELL_DONE);
  }
  CHECK(!swell_simulation_stopped(sim));
  swell_snapshot_free(middle);
  swell_results_free(results);

  CHECK(swell_simulation_output(sim, "sphere.positoin", &width) == -1 && width == 0 && swell_error_status() == SWELL_WRONG);
  CHECK(swell_simulation_read(sim, 2) == NULL && strstr(swell_error(), "there is no output 2") != NULL);
  CHECK(swell_simulation_step(sim, -1.0) == SWELL_WRONG && strstr(swell_error(), "a step of -1 s") != NULL);
  CHECK(swell_simulation_input(sim, "PTO.force", NULL) == -1);
  swell_simulation_free(sim);
  CHECK(swell_simulation_start(regular, wrong, 1, NULL, 0) == NULL && strstr(swell_error(), "PTO.force") != NULL);
  CHECK(swell_simulation_start(regular, NULL, 1, NULL, 0) == NULL && strstr(swell_error(), "inputs is NULL") != NULL);

  sim = swell_simulation_start(regular, force, 1, select, 2);
  CHECK(sim != NULL);
  const int input = swell_simulation_input(sim, "PTO.force", &width);
  const double push = 1e5, none = NAN;
  CHECK(input >= 0 && width == 1 && swell_simulation_set(sim, input, &push) == SWELL_DONE);
  CHECK(swell_simulation_set(sim, input, &none) == SWELL_WRONG && strstr(swell_error(), "PTO.force") != NULL);
  CHECK(swell_simulation_set(sim, 7, &push) == SWELL_WRONG && swell_simulation_set(sim, input, NULL) == SWELL_WRONG);
  CHECK(swell_simulation_step(sim, 1.0) == SWELL_DONE && swell_simulation_time(sim) == 1.0);
  CHECK(swell_simulation_read(sim, swell_simulation_output(sim, "sphere.position", NULL))[2] > -2.0);
  swell_simulation_free(sim);
  CHECK(swell_simulation_step(NULL, 1.0) == SWELL_WRONG && isnan(swell_simulation_time(NULL)));
  swell_simulation_free(NULL);
  swell_snapshot_free(NULL);
  return 0;
}

int main(int argc, char **argv) {
  char path[4096], study[4096], text[8192];
  if (argc != 3) return 2;
  const char *inputs = argv[1], *folder = argv[2];
  CHECK(strlen(swell_version()) > 0);

  path_in(path, sizeof path, inputs, "regular.yaml");
  swell_case *regular = swell_case_read(path);
  CHECK(regular != NULL);
  CHECK(swell_case_set(regular, "simulation.duration=80") == SWELL_DONE);
  CHECK(swell_case_check(regular) == SWELL_DONE);

  int calls = 0;
  const char *select[] = {"bodies.*.position", "ptos.*.power"};
  swell_results *results = swell_run(regular, select, 2, count_calls, &calls);
  CHECK(results != NULL);
  size_t rows = 0, columns = 0, times = 0;
  const double *position = swell_results_data(results, "/bodies/sphere/position", &rows, &columns);
  const double *time = swell_results_time(results, &times);
  CHECK(position != NULL && columns == 6 && rows == 801 && times == rows && calls == (int)rows);
  CHECK(time[0] == 0.0 && fabs(time[rows - 1] - 80.0) < 1e-9);
  CHECK(strcmp(swell_results_units(results, "/bodies/sphere/position"), "m m m rad rad rad") == 0);
  CHECK(swell_results_count(results) == 2 && strcmp(swell_results_path(results, 0), "/bodies/sphere/position") == 0);
  CHECK(swell_results_path(results, 2) == NULL);
  CHECK(swell_results_data(results, "/nothing", &rows, &columns) == NULL && rows == 0);
  CHECK(strstr(swell_error(), "there is no dataset /nothing") != NULL && swell_error_status() == SWELL_WRONG);
  /* The linear answer of inputs/sphere/regular.yaml: heave amplitude 0.7165 m about the cg at -2 m. */
  double most = -1e9;
  for (size_t i = 600; i < times; ++i) most = position[i * 6 + 2] > most ? position[i * 6 + 2] : most;
  CHECK(fabs(most - (-2.0 + 0.7165)) < 0.01);
  swell_results_free(results);

  results = swell_run(regular, NULL, 0, stop_at_half, NULL);
  CHECK(results != NULL && swell_results_count(results) > 5);
  swell_results_time(results, &times);
  CHECK(times > 300 && times < 500);
  swell_results_free(results);
  path_in(path, sizeof path, folder, "c_test.h5");
  CHECK(swell_run_to_file(regular, path) == SWELL_DONE);

  CHECK(steps_are_those_of_a_run(regular) == 0);

  /* A pattern that picks nothing, and a NULL where a name should be. */
  const char *nothing[] = {"wave.elevatoin", NULL};
  CHECK(swell_run(regular, nothing, 1, NULL, NULL) == NULL && swell_error_status() == SWELL_WRONG);
  CHECK(strstr(swell_error(), "select = wave.elevatoin picks no dataset of the case; did you mean wave.elevation?") != NULL);
  CHECK(swell_run(regular, nothing, 2, NULL, NULL) == NULL && strstr(swell_error(), "an entry of select is NULL") != NULL);
  CHECK(swell_run(regular, NULL, 1, NULL, NULL) == NULL && strstr(swell_error(), "select is NULL") != NULL);

  /* A component library is a program of somebody else's: no check loads it unasked. */
  swell_case *foreign = swell_case_from_text(
      "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: own, type: x, library: no-such-library}\n", NULL);
  CHECK(swell_case_check(foreign) == SWELL_WRONG && strstr(swell_error(), "was not loaded") != NULL);
  CHECK(swell_case_allow_libraries(foreign) == SWELL_DONE && swell_case_check(foreign) == SWELL_WRONG);
  CHECK(strstr(swell_error(), "was not loaded: it is a program") == NULL);
  swell_case_free(foreign);

  /* Wrong input, in the same words as the command's. */
  CHECK(swell_case_set(regular, "waves.heigth=2") == SWELL_DONE);
  CHECK(swell_case_check(regular) == SWELL_WRONG && strstr(swell_error(), "did you mean height?") != NULL);
  CHECK(swell_run(regular, NULL, 0, NULL, NULL) == NULL && swell_error_status() == SWELL_WRONG);
  swell_case_free(regular);
  CHECK(swell_case_read("no-such-case.yaml") == NULL && strstr(swell_error(), "no-such-case.yaml") != NULL);
  CHECK(swell_case_from_text("a: [", NULL) == NULL);
  CHECK(swell_case_set(NULL, "a=1") == SWELL_WRONG);
  swell_case_free(NULL);

  path_in(study, sizeof study, folder, "c_test_study.yaml");
  FILE *file = fopen(study, "w");
  CHECK(file != NULL);
  snprintf(text, sizeof text,
           "base: %s/regular.yaml\nset: {simulation.duration: 80}\naxes: [{key: waves.period, values: [6, 8, -1]}]\n", inputs);
  fputs(text, file);
  fclose(file);
  path_in(path, sizeof path, folder, "c_test_study.h5");
  swell_batch *batch = swell_batch_run(study, path, 2, count_calls, &calls);
  CHECK(batch != NULL && swell_batch_cases(batch) == 3 && swell_batch_done(batch) == 2);
  CHECK(swell_batch_conditions(batch) == 3);
  CHECK(fabs(swell_batch_power(batch)[0] - 90.7e3) < 1e3); /* of regular.yaml */
  CHECK(isnan(swell_batch_power(batch)[2]) && isnan(swell_batch_power_half_width(batch)[0]));
  CHECK(swell_batch_wave_power(batch)[1] > swell_batch_wave_power(batch)[0]);
  CHECK(strcmp(swell_batch_file(batch), path) == 0);
  CHECK(strstr(swell_batch_messages(batch), "waves.period = -1 s must be above 0") != NULL);
  swell_batch_free(batch);
  puts("the C interface does what swell.h says");
  return 0;
}
