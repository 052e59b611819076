// The one copy of what eigen_instances.h declares.
#include <Eigen/Dense>
#include <complex>

#define SWELL_INSTANCE template
#include "eigen_instances.h"
