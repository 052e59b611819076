// Names that WEC-Sim gave to properties before version 5, and the two that version 6 changed.
#include "old_names.h"

#include <algorithm>
#include <array>

namespace swell::wecsim {
namespace {

struct Renamed {
  const char *objects, *before, *now;  // a component of a property, wherever it stands below the object
};

// (reference: WEC-Sim source/objects/*.m and docs/introduction/release_notes.rst, v1.3 to v7.1.0)
constexpr std::array kRenamed{
    Renamed{"simu", "g", "gravity"},
    Renamed{"simu", "rampT", "rampTime"},
    Renamed{"simu", "CITime", "cicEndTime"},
    Renamed{"simu", "dtCITime", "cicDt"},
    Renamed{"simu", "ssCalc", "stateSpace"},
    Renamed{"simu", "dtNL", "nonlinearDt"},
    Renamed{"simu", "dtFeNonlin", "nonlinearDt"},
    Renamed{"simu", "dtME", "morisonDt"},
    Renamed{"simu", "mcrCaseFile", "mcrMatFile"},
    Renamed{"simu", "autoRateTranBlk", "rateTransition"},
    Renamed{"simu", "zeroCrossCont", "zeroCross"},
    Renamed{"simu", "pressureDis", "pressure"},
    Renamed{"simu", "saveMat", "saveWorkspace"},
    Renamed{"simu", "outputtxt", "saveText"},
    Renamed{"simu", "adjMassWeightFun", "adjMassFactor"},
    Renamed{"simu", "morrisonElement", "morisonElement"},
    Renamed{"waves", "H", "height"},
    Renamed{"waves", "T", "period"},
    Renamed{"waves", "noWaveHydrodynamicCoeffT", "period"},
    Renamed{"waves", "waveDir", "direction"},
    Renamed{"waves", "waveSpread", "spread"},
    Renamed{"waves", "randPreDefined", "phaseSeed"},
    Renamed{"waves", "spectrumDataFile", "spectrumFile"},
    Renamed{"waves", "etaDataFile", "elevationFile"},
    Renamed{"waves", "freqRange", "bem.range"},
    Renamed{"waves", "numFreq", "bem.count"},
    Renamed{"waves", "freqDisc", "bem.option"},
    Renamed{"waves", "markerLoc", "marker.location"},
    Renamed{"waves", "markerStyle", "marker.style"},
    Renamed{"waves", "markerSize", "marker.size"},
    Renamed{"waves", "currentOption", "current.option"},
    Renamed{"waves", "currentSpeed", "current.speed"},
    Renamed{"waves", "currentDirection", "current.direction"},
    Renamed{"waves", "currentDepth", "current.depth"},
    Renamed{"body", "hydroDataLocation", "h5File"},  // a WAMIT .out in version 1.0
    Renamed{"body", "geometry", "geometryFile"},
    Renamed{"body", "momOfInertia", "inertia"},
    Renamed{"body", "cg", "centerGravity"},
    Renamed{"body", "cb", "centerBuoyancy"},
    Renamed{"body cable", "dispVol", "volume"},
    Renamed{"body", "dof_gbm", "gbmDOF"},
    Renamed{"body", "userDefinedExcIRF", "excitationIRF"},
    Renamed{"body cable", "bodyparaview", "paraview"},
    Renamed{"body", "morrisonElement", "morisonElement"},
    Renamed{"body", "nhBody", "nonHydro"},
    Renamed{"body", "nlHydro", "nonlinearHydro"},
    Renamed{"body", "flexHydroBody", "flex"},
    Renamed{"body", "meanDriftForce", "meanDrift"},
    Renamed{"body cable", "viscDrag", "quadDrag"},
    Renamed{"body cable", "Drag", "drag"},
    Renamed{"body cable", "characteristicArea", "area"},
    Renamed{"body constraint pto mooring cable", "initDisp", "initial"},
    Renamed{"body constraint pto mooring cable", "initLinDisp", "displacement"},
    Renamed{"body mooring cable", "initAngularDispAxis", "axis"},
    Renamed{"body mooring cable", "initAngularDispAngle", "angle"},
    Renamed{"constraint pto cable", "loc", "location"},
    Renamed{"mooring", "ref", "location"},
    Renamed{"pto mooring cable", "k", "stiffness"},
    Renamed{"pto mooring cable", "c", "damping"},
    Renamed{"cable", "L0", "cableLength"},
    Renamed{"cable", "length", "cableLength"},
    Renamed{"cable", "bodyMass", "mass"},
    Renamed{"cable", "bodyInertia", "inertia"},
};

bool names(const std::string& objects, const std::string& object) {
  return (" " + objects + " ").find(" " + object + " ") != std::string::npos;
}

std::string name_now(const std::string& object, const std::string& name) {
  for (const Renamed& r : kRenamed) {
    if (name == r.before && names(r.objects, object)) return r.now;
  }
  return {};
}

bool is_sign(const Token& t, const char* sign) { return t.kind == Token::Kind::sign && t.text == sign; }

// Behind the index that begins at `at`, or `at` where none does.
std::size_t behind_index(const std::vector<Token>& tokens, std::size_t at) {
  if (at >= tokens.size() || !is_sign(tokens[at], "(")) return at;
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += is_sign(tokens[at], "(") ? 1 : is_sign(tokens[at], ")") ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return at;
}

}  // namespace

void use_current_names(std::vector<Token>& tokens) {
  const auto is_word = [&](std::size_t i) { return i < tokens.size() && tokens[i].kind == Token::Kind::word; };
  std::vector<std::size_t> splits;  // names that became two: marker.location
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_word(i) || (i > 0 && is_sign(tokens[i - 1], "."))) continue;
    const std::string object = tokens[i].text;
    for (std::size_t at = behind_index(tokens, i + 1);
         at < tokens.size() && is_sign(tokens[at], ".") && is_word(at + 1); at = behind_index(tokens, at + 2)) {
      Token& name = tokens[at + 1];
      const std::string now = name_now(object, name.text);
      if (now.empty()) continue;
      name.before = name.text;
      name.text = now;
      if (now.find('.') != std::string::npos) splits.push_back(at + 1);
    }
  }
  std::sort(splits.rbegin(), splits.rend());
  for (const std::size_t i : splits) {
    Token sign = tokens[i], second = tokens[i];
    const std::size_t dot = second.text.find('.');
    sign.kind = Token::Kind::sign;
    sign.text = ".";
    sign.before.clear();
    second.before.clear();
    second.text.erase(0, dot + 1);
    tokens[i].text.resize(dot);
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1, {sign, second});
  }
}

std::string current_name(const std::vector<Token>& tokens, std::size_t i) {
  const bool two = i + 2 < tokens.size() && tokens[i + 2].offset == tokens[i].offset;
  return two ? tokens[i].text + "." + tokens[i + 2].text : tokens[i].text;
}

}  // namespace swell::wecsim
