#include "swell/hydro/passive_kernel.h"

#include <Eigen/Eigenvalues>

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/state_space.h"
#include "swell_test/test.h"

namespace swell::hydro::passive_kernel_test {
namespace {

std::vector<HydroBodyRef> bodies_of(const std::shared_ptr<const HydroData>& data) {
  std::vector<HydroBodyRef> bodies;
  for (std::size_t b = 0; b < data->bodies.size(); ++b) bodies.push_back({data, b});
  return bodies;
}

/// Every H5 file that is shipped, and those of the shared data where they are there.
std::vector<std::string> all_sets() {
  std::vector<std::string> files;
  for (const char* name : {"sphere/hemisphere.h5", "array/four.h5", "column/column.h5", "loads/headings.h5"})
    files.push_back((swell_test::source_folder() / "inputs" / name).string());
  for (const char* name : {"rm3/rm3.h5", "sphere/sphere.h5", "bem/h5_variants/rm3_custom_minimal.h5"}) {
    const auto path = swell_test::find_data(name, "WEC-Sim/WEC-Sim");
    if (path) files.push_back(path->string());
  }
  return files;
}

/// Smallest eigenvalue of the symmetric part of D (K_0 / 2 + sum_k w_k K_k e^{-i k theta}) + D^2/12 K'(0), with the
/// weights of the convolution written out here, over the largest one; at frequencies that no transform has met.
double lowest_directly(const SampledKernel& kernel, const VectorX& scale, int frequencies) {
  const std::vector<MatrixX>& K = kernel.values;
  const std::size_t last = K.size() - 1;
  const Eigen::Index n = scale.size();
  MatrixX slope(n, n);
  std::vector<double> t, y(K.size());
  for (std::size_t k = 0; k <= last; ++k) t.push_back(static_cast<double>(k) * kernel.step);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      for (std::size_t k = 0; k <= last; ++k) y[k] = K[k](i, j);
      slope(i, j) = CubicSpline(t, y).derivative(0.0);
    }
  }
  double lowest = 0.0, largest = 0.0;
  for (int q = 0; q <= frequencies; ++q) {
    const double theta = kPi * std::pow((q + 0.37) / (frequencies + 0.37), 2.0);
    MatrixX response = 0.5 * K[0] + kernel.step / 12.0 * slope;
    for (std::size_t k = 1; k <= last; ++k) {
      const double w = k == last ? 3.0 / 8.0 : k + 1 == last ? 7.0 / 6.0 : k + 2 == last ? 23.0 / 24.0 : 1.0;
      response += w * std::cos(static_cast<double>(k) * theta) * 0.5 * (K[k] + K[k].transpose());
    }
    response = (0.5 * scale.asDiagonal() * (response + response.transpose()) * scale.asDiagonal()).eval();
    const VectorX values = Eigen::SelfAdjointEigenSolver<MatrixX>(response).eigenvalues();
    lowest = std::min(lowest, values(0));
    largest = std::max(largest, values(n - 1));
  }
  return lowest / largest;
}

// Issue 14: data with irregular frequencies, a last frequency and a last time make kernels that feed energy.
TEST(PassiveKernel, OfEverySetTakesEnergyAtEveryFrequency) {
  int fed = 0;
  for (const std::string& file : all_sets()) {
    const auto data = std::make_shared<const HydroData>(read_bemio_h5(file));
    const RadiationCoefficients coefficients(bodies_of(data), 1000.0, true, RadiationData::passive);
    const double step = coefficients.kernel_step();
    for (const double end : {coefficients.kernel_end(), 0.4 * coefficients.kernel_end()}) {
      const auto count = static_cast<std::size_t>(end / step + 1e-6) + 1;
      SampledKernel kernel{step, coefficients.kernel(step, count)};
      const std::vector<MatrixX> given = kernel.values;
      const double before = lowest_directly(kernel, coefficients.scale(), 150);
      fed += before < -1e-6 ? 1 : 0;
      const KernelRepair repair = make_kernel_passive(kernel, coefficients.scale(), MemorySum::gregory);
      const double after = lowest_directly(kernel, coefficients.scale(), 150);
      swell_test::measured("%s, %.4g s: lowest %.1e of the peak before, %.1e after; changed by %.1e, damping %.1e",
                           std::filesystem::path(file).filename().c_str(), end, before, after, repair.change,
                           repair.damping);
      EXPECT_GT(after, -1e-12) << file << " " << end;
      EXPECT_LT(repair.damping, 1e-5);  // of the peak: nothing to a device
      // What radiates most is right in every set, also where irregular frequencies spoil the other rows.
      Eigen::Index most = 0;
      (coefficients.scale().cwiseAbs2().cwiseProduct(given.front().diagonal())).head(3).maxCoeff(&most);
      if (most == 2) {
        double change = 0.0, largest = 0.0;  // of its force
        for (double omega = 0.05; omega < 6.0; omega += 0.05) {
          double changed = 0.5 * (kernel.values[0](2, 2) - given[0](2, 2)), whole = 0.5 * given[0](2, 2);
          for (std::size_t k = 1; k < count; ++k) {
            const double cosine = std::cos(omega * step * static_cast<double>(k));
            changed += cosine * (kernel.values[k](2, 2) - given[k](2, 2));
            whole += cosine * given[k](2, 2);
          }
          change = std::max(change, std::abs(changed));
          largest = std::max(largest, std::abs(whole));
        }
        swell_test::measured("  heave changed by %.1e of its peak", change / largest);
        // The nearest semidefinite matrix changes no entry by more than the most negative eigenvalue (Higham 1988).
        // Where irregular frequencies leave heave of two bodies coupled by more than both radiate, it is no less
        // either.
        EXPECT_LT(change, std::max(0.05, -repair.lowest) * largest) << file << " " << end;
      }
    }
  }
  EXPECT_GT(fed, 0) << "the data themselves are passive, and nothing is tested";
}

// A constant damping raises the first sample by 2 B / step, which says nothing: what is stated is the force's change.
TEST(PassiveKernel, TheChangeIsThatOfTheForceOfAHarmonicMotion) {
  for (const double step : {0.1, 0.02}) {
    SampledKernel kernel{step, {}};
    for (int k = 0; step * k < 6.0; ++k)
      kernel.values.push_back(MatrixX::Constant(1, 1, std::exp(-0.3 * step * k) * std::cos(1.4 * step * k)));
    const SampledKernel given = kernel;
    const KernelRepair repair = make_kernel_passive(kernel, VectorX::Ones(1), MemorySum::trapezoid);
    const auto force = [&](const auto& sample, double omega) {
      std::complex<double> sum = 0.0;
      for (std::size_t k = 0; k < given.values.size(); ++k)
        sum += (k == 0 || k + 1 == given.values.size() ? 0.5 : 1.0) * step * sample(k) *
               std::polar(1.0, -omega * step * static_cast<double>(k));
      return std::abs(sum);
    };
    double change = 0.0, largest = 0.0;
    for (double omega = 0.0; omega < kPi / step; omega += 0.01) {
      largest = std::max(largest, force([&](std::size_t k) { return given.values[k](0, 0); }, omega));
      change =
          std::max(change, force([&](std::size_t k) { return kernel.values[k](0, 0) - given.values[k](0, 0); }, omega));
    }
    EXPECT_GT(change, 1e-3 * largest);
    EXPECT_NEAR(repair.change, change / largest, 0.02 * change / largest) << step;
  }
}

// A damping that is positive as far as the data go, cut at their last frequency, rings in the kernel; one row hardly
// radiates and holds noise. What is repaired there must leave the damping in between alone: mean power goes with it,
// and a thousandth of it is less than the data are known to. Whatever the step, for the grid is not the water's.
TEST(PassiveKernel, KeepsTheDampingWhereItIsPositive) {
  constexpr double kLastFrequency = 8.0, kDuration = 60.0;
  constexpr int kPanels = 1000;
  const auto damping = [](double omega) { return omega * omega * std::exp(-omega); };
  for (const double step : {0.08, 0.02}) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal(0.0, 1e-8);
    SampledKernel given{step, {}};
    const auto count = static_cast<std::size_t>(kDuration / step + 1e-6) + 1;
    for (std::size_t k = 0; k < count; ++k) {
      double sum = 0.0;  // Simpson
      const double h = kLastFrequency / kPanels;
      for (int q = 0; q <= kPanels; ++q) {
        const double weight = q == 0 || q == kPanels ? 1.0 : q % 2 == 1 ? 4.0 : 2.0;
        sum += weight * damping(q * h) * std::cos(q * h * static_cast<double>(k) * step);
      }
      MatrixX K(2, 2);
      K << 2.0 / kPi * h / 3.0 * sum, normal(random), 0.0, normal(random);
      K(1, 0) = K(0, 1);
      given.values.push_back(K);
    }
    const auto response = [&](const SampledKernel& kernel, double omega) {
      double sum = 0.5 * kernel.values[0](0, 0);
      for (std::size_t k = 1; k < count; ++k)
        sum += std::cos(omega * static_cast<double>(k) * step) * kernel.values[k](0, 0);
      return step * sum;
    };
    SampledKernel kernel = given;
    const KernelRepair repair = make_kernel_passive(kernel, VectorX::Ones(2), MemorySum::gregory);
    EXPECT_LT(repair.lowest, -1e-3) << "nothing to repair, nothing is tested";
    EXPECT_GT(lowest_directly(kernel, VectorX::Ones(2), 300), -1e-12) << step;
    for (double omega = 0.25; omega < 6.0; omega += 0.25) {
      const double before = response(given, omega), after = response(kernel, omega);
      EXPECT_NEAR(after, before, 1e-3 * before) << step << " s, " << omega << " rad/s";
    }
    // The change that is reported is that of the force: Gibbs' 9 % of the step of 0.04 of the peak, and there.
    EXPECT_NEAR(repair.change, 0.09 * damping(kLastFrequency) / damping(2.0), 0.004) << step;
    EXPECT_NEAR(repair.changed_at, kLastFrequency, 1.0) << step;
    EXPECT_LT(repair.damping, 1e-5) << step;
  }
}

// A small diagonal whose couplings are too large for it is the one that gives way: neither the large entry nor much of
// the coupling changes, whatever their ratio.
TEST(PassiveKernel, ASmallDiagonalGivesWayToItsCouplings) {
  for (const double small : {1e-12, 1e-6, 1e-3, 5e-3}) {
    MatrixX given(3, 3);
    given << 1.0, 0.1, 0.0, 0.1, small, 0.02, 0.0, 0.02, 0.5;
    const MatrixX near = nearest_semidefinite(given, row_factors(given, VectorX::Ones(3)));
    EXPECT_EQ(near, MatrixX(near.transpose()))
        << "to the last bit: the equation of motion takes symmetric masses by a shorter path";
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixX>(near).eigenvalues()(0), -1e-15);
    EXPECT_LT(near(0, 0) - 1.0, 0.02) << small;  // 1/kSoft^2 and as much for the other coupling
    EXPECT_LT(near(2, 2) / 0.5 - 1.0, 0.02) << small;
    EXPECT_LT(std::abs(near(0, 1) / 0.1 - 1.0), 0.2) << small;
    EXPECT_LT(near(1, 1), 0.02) << small;  // 0.0108 is needed: 0.1^2 / 1 + 0.02^2 / 0.5
  }
}

TEST(PassiveKernel, OfRandomPerturbedDampingIsPassiveAndNear) {
  std::mt19937 random(14);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::Index n = 1 + trial % 5;
    SampledKernel kernel{0.05 + 0.01 * (trial % 7), {}};
    const auto count = static_cast<std::size_t>(60 + 30 * (trial % 9));
    const double perturbation = trial % 3 == 0 ? 0.0 : 0.02;
    std::vector<MatrixX> shapes;
    std::vector<double> decay, pitch;
    for (int part = 0; part < 4; ++part) {
      const MatrixX b = MatrixX::NullaryExpr(n, 1, [&] { return normal(random); });
      const MatrixX noise = MatrixX::NullaryExpr(n, n, [&] { return perturbation * normal(random); });
      shapes.push_back(b * b.transpose() + 0.5 * (noise + noise.transpose()));
      decay.push_back(0.4 + 0.3 * std::abs(normal(random)));
      pitch.push_back(1.0 + std::abs(normal(random)));
    }
    for (std::size_t k = 0; k < count; ++k) {  // Lorentz curves of damping about their frequencies
      const double t = static_cast<double>(k) * kernel.step;
      MatrixX K = MatrixX::Zero(n, n);
      for (std::size_t part = 0; part < shapes.size(); ++part)
        K += std::exp(-decay[part] * t) * std::cos(pitch[part] * t) * shapes[part];
      kernel.values.push_back(K);
    }
    const std::vector<MatrixX> given = kernel.values;
    const VectorX ones = VectorX::Ones(n);
    const KernelRepair repair = make_kernel_passive(kernel, ones, MemorySum::gregory);
    EXPECT_GT(lowest_directly(kernel, ones, 300), -1e-12) << trial;
    double change = 0.0, peak = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      change = std::max(change, (kernel.values[k] - given[k]).cwiseAbs().maxCoeff());
      peak = std::max(peak, given[k].cwiseAbs().maxCoeff());
      EXPECT_LT((kernel.values[k] - kernel.values[k].transpose()).norm(), 1e-12 * peak);
    }
    // What is wrong with the kernel bounds what has to change: noise, and what the cut leaves.
    const double cut = given.back().cwiseAbs().maxCoeff() / peak;
    EXPECT_LT(change, (10.0 * perturbation + 10.0 * cut + 0.01) * peak) << trial;
    if (repair.lowest == 0.0) {
      EXPECT_EQ(change, 0.0);
    }
  }
}

// Kernels that ring to their end have ripples as large as their peak, whose minima lie between any frequencies, and the
// ripples of four motions cross there.
TEST(PassiveKernel, OfRipplesOfThePeakIsPassiveBetweenFrequenciesToo) {
  std::mt19937 random(12);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  int negative = 0;
  for (int trial = 0; trial < 80; ++trial) {
    const std::size_t count = 12 + static_cast<std::size_t>(trial) % 40, last = count - 1;
    const int frequencies = 150 * static_cast<int>(count);
    std::vector<double> cosine;
    for (int q = 0; q < 2 * frequencies; ++q) cosine.push_back(std::cos(kPi * q / frequencies));
    SampledKernel kernel{0.1, std::vector<MatrixX>(count, MatrixX::Zero(4, 4))};
    const auto response = [&](int q) {
      Eigen::Matrix4d S = 0.5 * kernel.values[0];
      for (std::size_t k = 1; k < count; ++k)
        S += (k == last ? 0.5 : 1.0) * cosine[static_cast<std::size_t>(q) * k % cosine.size()] * kernel.values[k];
      return S;
    };
    Eigen::Vector4d least = Eigen::Vector4d::Zero();
    for (int i = 0; i < 4; ++i) {
      for (int lags = 0; lags < 2; ++lags) kernel.values[last - random() % 6](i, i) += uniform(-1.0, 1.0);
    }
    for (int q = 0; q <= frequencies; ++q) least = least.cwiseMin(response(q).diagonal());
    for (int i = 0; i < 4; ++i) kernel.values[0](i, i) = -2.0 * least(i) * (1.0 - std::pow(10.0, uniform(-6.0, -3.5)));
    const auto lowest = [&] {  // over the peak
      double smallest = HUGE_VAL, largest = 0.0;
      for (int q = 0; q <= frequencies; ++q) {
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> eigen(response(q), Eigen::EigenvaluesOnly);
        smallest = std::min(smallest, eigen.eigenvalues()(0));
        largest = std::max(largest, eigen.eigenvalues()(3));
      }
      return smallest / largest;
    };
    negative += lowest() < -1e-6 ? 1 : 0;
    make_kernel_passive(kernel, VectorX::Ones(4), MemorySum::trapezoid);
    EXPECT_GT(lowest(), -1e-12) << trial;
  }
  EXPECT_GT(negative, 40);
}

// An entry between surge and heave: left out where it is below the bound of errors, or below that of what any data are
// known to and the two opposite entries contradict each other; kept otherwise, and where the data are as given.
TEST(PassiveData, LeaveOutKernelsOfErrorsBetweenParts) {
  const HydroData given = read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  const struct {
    double there, back;  ///< of the heave's kernel
    bool kept;
  } cases[] = {{5e-5, 5e-5, false}, {3e-4, 3e-4, true}, {6e-4, 0.0, false}, {0.0, 6e-4, false}, {3e-3, 0.0, true}};
  for (const auto& one : cases) {
    HydroData changed = given;
    HydroBody& body = changed.bodies.front();
    const auto size = [&](int row) {  // int |K| dt of the row's largest entry, rotations over L
      const double length = std::cbrt(body.displaced_volume);
      double largest = 0.0;
      for (int j = 0; j < 6; ++j) {
        double sum = 0.0;
        for (const MatrixX& K : body.radiation_irf) sum += std::abs(K(row, j)) / (j < 3 ? 1.0 : length);
        largest = std::max(largest, sum);
      }
      return largest;
    };
    const double least = std::min(size(0), size(2)) / size(2);
    for (MatrixX& K : body.radiation_irf) {
      K(0, 2) = one.there * least * K(2, 2);
      K(2, 0) = one.back * least * K(2, 2);
    }
    const auto data = std::make_shared<const HydroData>(std::move(changed));
    const RadiationCoefficients passive(bodies_of(data), 1000.0, true, RadiationData::passive),
        as_given(bodies_of(data), 1000.0, true);
    EXPECT_EQ(passive.kernel_entries({0}, {2}), one.kept ? 1U : 0U) << one.there << " " << one.back;
    EXPECT_EQ(passive.kernel_entries({0}, {4}), 1U);  // surge and pitch couple
    EXPECT_EQ(as_given.kernel_entries({0}, {2}), one.there > 0.0 ? 1U : 0U);
  }
}

// Reciprocity and no negative damping, of data that have neither; A_inf has no negative eigenvalue either.
TEST(PassiveData, AreSymmetricAndSemidefinite) {
  auto changed = read_bemio_h5((swell_test::source_folder() / "inputs/array/four.h5").string());
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (HydroBody& body : changed.bodies) {
    const auto disturb = [&](MatrixX& m) {
      const double size = m.cwiseAbs().maxCoeff();
      for (double& value : m.reshaped()) value += 0.01 * size * normal(random);
    };
    for (MatrixX& m : body.added_mass) disturb(m);
    for (MatrixX& m : body.radiation_damping) disturb(m);
    for (MatrixX& m : body.radiation_irf) disturb(m);
    disturb(*body.added_mass_infinite);
  }
  const auto data = std::make_shared<const HydroData>(std::move(changed));
  const RadiationCoefficients given(bodies_of(data), 1000.0, true);
  const RadiationCoefficients passive(bodies_of(data), 1000.0, true, RadiationData::passive);
  const auto lowest = [&](const MatrixX& m) {
    const VectorX s = given.scale();
    const VectorX values = Eigen::SelfAdjointEigenSolver<MatrixX>(s.asDiagonal() * m * s.asDiagonal()).eigenvalues();
    return values(0) / values(values.size() - 1);
  };
  const auto asymmetry = [](const MatrixX& m) { return (m - m.transpose()).norm() / m.norm(); };
  EXPECT_GT(asymmetry(given.added_mass_infinite()), 1e-3);
  EXPECT_LT(asymmetry(passive.added_mass_infinite()), 1e-14);
  EXPECT_GT(lowest(passive.added_mass_infinite()), -1e-13);
  for (const double omega : {0.3, 0.77, 1.4, 2.2}) {
    EXPECT_GT(asymmetry(given.damping(omega)), 1e-4);
    EXPECT_LT(asymmetry(passive.damping(omega)), 1e-13);
    EXPECT_GT(lowest(passive.damping(omega)), -1e-12);
    EXPECT_LT(asymmetry(passive.added_mass(omega)), 1e-14);
  }
  for (const MatrixX& K : passive.kernel(0.1, 50)) EXPECT_LT((K - K.transpose()).norm(), 1e-13 * K.norm());
  EXPECT_GT(passive.change().added_mass, 0.005);
  EXPECT_GT(passive.change().damping, 0.005);
  EXPECT_EQ(given.change().damping, 0.0);
}

// The default model of the whole matrix: positive real, and close to the convolution it stands for.
TEST(PassiveStateSpace, OfEverySetIsWithinItsErrorOfTheConvolution) {
  for (const std::string& file : all_sets()) {
    const auto data = std::make_shared<const HydroData>(read_bemio_h5(file));
    if (data->bodies.size() > 2) continue;  // an array takes seconds
    const RadiationCoefficients coefficients(bodies_of(data), 1000.0, true, RadiationData::passive);
    MimoOptions options;
    options.passive = true;
    options.error = 0.005;
    const StateSpaceModel model = state_space_mimo(coefficients, options);
    const Passivity measured = measure_passivity(model, data->omega.back());
    swell_test::measured("%s: %d states, response within %.2g, lowest %.1e",
                         std::filesystem::path(file).filename().c_str(), model.states(), model.response_error,
                         measured.lowest);
    // Irregular frequencies hardly damped, as those of rm3_custom_minimal.h5, would take hundreds of states: such a
    // model is passive all the same, and its note says how far off it is.
    if (model.kernel_change < 0.2) {
      EXPECT_LE(model.response_error, *options.error) << file;
    } else {
      EXPECT_THAT(model.notes, ::testing::Contains(::testing::AnyOf(::testing::HasSubstr("% asked"),
                                                                    ::testing::HasSubstr("below 0.95"))));
    }
    EXPECT_TRUE(measured.stable) << file;
    EXPECT_GT(measured.lowest, -1e-12) << file;
  }
}

// The estimate against the convolution itself, driven by harmonic motion at the damping's peak.
TEST(ConvolutionError, IsThatOfTheConvolution) {
  const auto data = std::make_shared<const HydroData>(
      read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string()));
  const RadiationCoefficients coefficients({{data, 0}}, 1000.0, true);
  const double omega = 1.0, end = 15.0;
  const auto sampled = [&](double step) {
    const auto count = static_cast<std::size_t>(end / step + 1e-9) + 1;
    return SampledKernel{step, coefficients.kernel(step, count, {2}, {2})};
  };
  const auto force = [&](double step) {
    const RadiationConvolution convolution(sampled(step), 0.4 + 2.0 * step);
    std::vector<double> memory(convolution.memory_size()), work(convolution.workspace_size(), 0.0), out;
    convolution.reset(0.0, memory.data());
    for (long m = 0; m <= std::lround(20.0 / step); ++m) {
      const double t = convolution.grid_time(m, memory.data()), v = std::sin(omega * t),
                   a = omega * std::cos(omega * t);
      convolution.commit(&v, &a, memory.data());
    }
    for (int k = 0; k < 16; ++k) {  // over the 0.4 s after the last grid time, as far as a stage may look ahead
      const double t = 20.0 + 0.4 * (k + 0.5) / 16.0, v = std::sin(omega * t);
      double F = 0.0;
      convolution.force(t, &v, memory.data(), work.data(), &F);
      out.push_back(F);
    }
    return out;
  };
  const std::vector<double> exact = force(0.01), coarse = force(0.4);
  double worst = 0.0, size = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    worst = std::max(worst, std::abs(coarse[k] - exact[k]));
    size = std::max(size, std::abs(exact[k]));
  }
  std::vector<double> samples;
  for (const MatrixX& K : sampled(0.2).values) samples.push_back(K(0, 0));
  const double estimate = convolution_error(samples, 0.2);
  swell_test::measured("error %.2g of the force, estimated %.2g", worst / size, estimate);
  EXPECT_LT(estimate, 10.0 * worst / size);
  EXPECT_GT(estimate, 0.1 * worst / size);
}

// An odd number of intervals let the two sums that are compared end at different times: the kernel's last value, times
// a step, was taken for an error of the step, which was halved in vain.
TEST(ConvolutionError, IsThatOfTheStepAlsoWhereTheKernelHasNotDied) {
  const auto error = [](std::size_t count) {
    std::vector<double> samples;
    for (std::size_t k = 0; k < count; ++k) {
      const double t = 0.05 * static_cast<double>(k);
      samples.push_back(std::exp(-0.01 * t) * std::cos(t));
    }
    return convolution_error(samples, 0.05);
  };
  // Gregory's weights at the cut, 0.6 D (19/720) (omega D)^3 = 1.6e-3 at 10 rad/s and D = 0.1 s, over a response of 40;
  // the last value times a step would be 8e-4.
  for (const std::size_t count : {1000U, 1001U}) EXPECT_LT(error(count), 1.6e-3 / 40.0);
  EXPECT_NEAR(error(1000), error(1001), 0.1 * error(1001));
}

}  // namespace
}  // namespace swell::hydro::passive_kernel_test
