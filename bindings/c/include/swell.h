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

/* --- many cases ---------------------------------------------------------------------------------------------------- */

/* Runs a study over threads (0: one per core), with its results in `output` (NULL: as the study says). Goes on where an
 * earlier start stopped. Bad cases are recorded and counted, not an error of this call. */
SWELL_API swell_batch *swell_batch_run(const char *study_file, const char *output, int threads, swell_progress progress,
                                       void *user);
/* Cases by outcome. */
SWELL_API size_t swell_batch_cases(const swell_batch *batch);
SWELL_API size_t swell_batch_done(const swell_batch *batch);
/* Combinations of the axes; power of each: mean [W] over its seeds, half width of its interval (NaN with one seed), and
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
