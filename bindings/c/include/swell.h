/* Swell from C, and from every language that can call C.
 *
 * Handles are opaque and freed by the caller (freeing NULL is allowed). A function that can fail returns a swell_status or
 * NULL; swell_error() then has the whole text, of the calling thread. Strings are UTF-8 and stay valid until their handle is
 * freed. Different handles may be used from different threads at once; one handle by one thread at a time.
 *
 *     swell_case *c = swell_case_read("regular.yaml");
 *     swell_case_set(c, "waves.height=3");
 *     swell_results *r = swell_run(c, NULL, 0, NULL, NULL);
 *     if (r == NULL) { fputs(swell_error(), stderr); return 1; }
 *     size_t rows, columns;
 *     const double *x = swell_results_data(r, "/bodies/sphere/position", &rows, &columns);   // x[row * columns + column]
 *     swell_results_free(r);
 *     swell_case_free(c);
 */
#ifndef SWELL_H
#define SWELL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SWELL_API __attribute__((visibility("default")))
#else
#define SWELL_API
#endif

/* The same numbers as the exit status of the command. */
typedef enum swell_status {
  SWELL_DONE = 0,   /* all went well */
  SWELL_FAILED = 1, /* the simulation could not go on */
  SWELL_WRONG = 2   /* the input is wrong: swell_error() lists every mistake, one per line */
} swell_status;

typedef struct swell_case swell_case;
typedef struct swell_results swell_results;
typedef struct swell_batch swell_batch;
typedef struct swell_simulation swell_simulation;
typedef struct swell_snapshot swell_snapshot;

/* Fraction done, from 0 to 1. Return 0 to stop, anything else to go on. Called from a thread of the run. */
typedef int (*swell_progress)(double fraction, void *user);

/* "0.2.0" */
SWELL_API const char *swell_version(void);
/* What went wrong in this thread's last call that failed; "" before any. */
SWELL_API const char *swell_error(void);
/* Whether that was a failed simulation or wrong input. */
SWELL_API swell_status swell_error_status(void);

/* --- one case ------------------------------------------------------------------------------------------------------ */

/* A case file. */
SWELL_API swell_case *swell_case_read(const char *file);
/* A case as YAML text; relative paths in it start at `folder` (NULL: the working directory). */
SWELL_API swell_case *swell_case_from_text(const char *yaml, const char *folder);
/* key=value, as --set takes it: "ptos.PTO1.damping=2e6". Mistakes show in swell_case_check and swell_run. */
SWELL_API swell_status swell_case_set(swell_case *handle, const char *assignment);
/* Component libraries of the case are programs of its author, which run as soon as they are loaded: swell_case_check
   loads them only after this call; swell_run does in any case. */
SWELL_API swell_status swell_case_allow_libraries(swell_case *handle);
/* Everything that a run would refuse, hydrodynamic files included. */
SWELL_API swell_status swell_case_check(const swell_case *handle);
SWELL_API void swell_case_free(swell_case *handle);

/* Runs with the results in memory.
 * select: patterns such as "bodies.*.position", count of them; none: everything. progress may be NULL. */
SWELL_API swell_results *swell_run(const swell_case *handle, const char *const *select, size_t count,
                                   swell_progress progress, void *user);
/* Runs with the results in a file, as the command does. */
SWELL_API swell_status swell_run_to_file(const swell_case *handle, const char *file);

/* The time of each row [s]; *rows may be NULL. */
SWELL_API const double *swell_results_time(const swell_results *results, size_t *rows);
/* Datasets, and the path of each: "/bodies/sphere/position". */
SWELL_API size_t swell_results_count(const swell_results *results);
SWELL_API const char *swell_results_path(const swell_results *results, size_t index);
/* Values of a dataset, row by row; NULL when there is none of this path. rows and columns may be NULL. */
SWELL_API const double *swell_results_data(const swell_results *results, const char *path, size_t *rows, size_t *columns);
/* "m m m rad rad rad"; NULL when there is none of this path. */
SWELL_API const char *swell_results_units(const swell_results *results, const char *path);
SWELL_API void swell_results_free(swell_results *results);

/* --- a case in steps ------------------------------------------------------------------------------------------------ */

/* A case that the program steps, at its first point. Without inputs its numbers are those of swell_run, bit for bit, where
 * points lie on the steps of the case.
 * inputs: what is to be set, "PTO.force"; components of type input need no mention.
 * outputs: what is to be read, addresses ("float.position") or patterns; none: every dataset. Others are not computed. */
SWELL_API swell_simulation *swell_simulation_start(const swell_case *handle, const char *const *inputs, size_t input_count,
                                                   const char *const *outputs, size_t output_count);
/* The number of an input or output, to be asked for once; -1 when there is none. *width (may be NULL): how many values.
 * Outputs go by address ("float.position") or dataset ("/bodies/float/position"). */
SWELL_API int swell_simulation_input(const swell_simulation *simulation, const char *name, size_t *width);
SWELL_API int swell_simulation_output(const swell_simulation *simulation, const char *name, size_t *width);
/* As many values as the input is wide, in its unit: from the present point on, until set again. */
SWELL_API swell_status swell_simulation_set(swell_simulation *simulation, int input, const double *values);
/* Values at the present point, in SI units, valid until the next call of this simulation; NULL when there is no such output. */
SWELL_API const double *swell_simulation_read(swell_simulation *simulation, int output);
/* Goes on by dt [s], of any length; n equal steps end at the first point plus n dt. After SWELL_FAILED
 * swell_simulation_restore takes it back. */
SWELL_API swell_status swell_simulation_step(swell_simulation *simulation, double dt);
/* [s]: the present point, the end of the case (steps may go beyond); NaN of NULL. */
SWELL_API double swell_simulation_time(const swell_simulation *simulation);
SWELL_API double swell_simulation_end(const swell_simulation *simulation);
/* 1 when a rule of simulation.stop has ended the run, and steps go no further. */
SWELL_API int swell_simulation_stopped(const swell_simulation *simulation);
/* Everything that changes, inputs included: from there on a simulation of the same case and ports gives the same bits. */
SWELL_API swell_snapshot *swell_simulation_snapshot(swell_simulation *simulation);
SWELL_API swell_status swell_simulation_restore(swell_simulation *simulation, const swell_snapshot *snapshot);
SWELL_API void swell_snapshot_free(swell_snapshot *snapshot);
SWELL_API void swell_simulation_free(swell_simulation *simulation);

/* --- many cases ---------------------------------------------------------------------------------------------------- */

/* Runs a study over threads (0: one per core), with its results in `output` (NULL: as the study says). Goes on where an
 * earlier start stopped. Bad cases are recorded and counted, not an error of this call. */
SWELL_API swell_batch *swell_batch_run(const char *study_file, const char *output, int threads, swell_progress progress,
                                       void *user);
/* Cases by outcome. */
SWELL_API size_t swell_batch_cases(const swell_batch *batch);
SWELL_API size_t swell_batch_done(const swell_batch *batch);
/* Combinations of the axes; power of each: mean [W] over its seeds, half width of its interval (NaN without random phases), and
 * power of the waves per metre of crest [W/m]. Each of `count` numbers; NaN where a seed has no result. */
SWELL_API size_t swell_batch_conditions(const swell_batch *batch);
SWELL_API const double *swell_batch_power(const swell_batch *batch);
SWELL_API const double *swell_batch_power_half_width(const swell_batch *batch);
SWELL_API const double *swell_batch_wave_power(const swell_batch *batch);
/* The results file; "" when the batch was stopped. */
SWELL_API const char *swell_batch_file(const swell_batch *batch);
/* Messages of the first bad cases, one per line. */
SWELL_API const char *swell_batch_messages(const swell_batch *batch);
SWELL_API void swell_batch_free(swell_batch *batch);

#ifdef __cplusplus
}
#endif

#endif /* SWELL_H */
