#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common.h"
#include "eigen_small.h"
