// A scenario: the program, the layouts, the objects, the fix and the open parameters of one prediction.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/layout/layout.hpp"
#include "workloads/layout/placement.hpp"
#include "workloads/program/bad_scenario.hpp"
#include "workloads/program/program.hpp"
#include "workloads/program/quantity.hpp"
#include "workloads/source.hpp"

namespace hitm::program {

/// A number of the scenario that is named because it is not known, or known only roughly.
struct Parameter {
    std::string name;
    Quantity value;
    /// The interval it is varied over. Half to double where the scenario gives none; none where it says `range: none`
    /// or its source starts with "measured" or "known" and it gives no range.
    std::optional<std::pair<Quantity, Quantity>> range;
    std::string meaning, source;
    int line = 0;
};

/// What somebody measured at so many threads. At least one number is there.
struct Observation {
    unsigned threads = 0;
    std::optional<double> change_percent, before_per_second, after_per_second;
    std::optional<std::string> machine;  ///< none: the scenario's
    int line = 0;
};

struct Fit {
    std::string free;  ///< the one parameter that is fitted
    std::vector<Observation> on;
};

/// Which hardware threads the software threads run on.
struct CpuPolicy {
    enum class Kind { CoresFirst, SiblingsFirst, OneSocketFirst, Scatter, List };
    Kind kind = Kind::CoresFirst;
    std::vector<unsigned> list;  ///< List only: thread i on list[i]
};

/// Where the objects of a class stand; the numbers may be parameters.
struct Place {
    layout::Placement::Kind kind = layout::Placement::Kind::Base;
    Amount number;      ///< Base: offset behind a line's start; Slab, Heap: alignment, 0 none
    Amount slab_bytes;  ///< Slab only; 0: as small as holds an object
};

struct Object {
    enum class Per { Shared, Thread, Cpu };
    std::string name;
    std::string layout;
    Amount count{1};
    Place place;
    workloads::NumaHome::Kind home = workloads::NumaHome::Kind::FirstTouch;
    Amount node;
    Per per = Per::Shared;                        ///< Thread, Cpu: one object for each thread
    std::map<std::string, std::int64_t> initial;  ///< field -> value at the start; 0 for the others
    int line = 0;
};

enum class Variant { Before, After };

/// One of the two things that are compared.
struct Side {
    std::map<std::string, layout::Layout> layouts;
    std::vector<Object> objects;  ///< sorted by name
    Mix mix;
    std::map<std::string, std::map<std::string, std::string>> renamed;  ///< layout -> path in the scenario -> path in the layout
};

struct Scenario {
    std::string name;  ///< the file's stem, or the folder's name for scenario.yaml
    std::string path, about, source;
    std::string machine;  ///< a name, or the path of a machine file, relative to the scenario
    std::vector<unsigned> threads;
    CpuPolicy cpus;
    std::vector<Parameter> parameters;
    std::optional<Fit> fit;
    std::vector<Observation> published;
    Side before, after;  ///< equal without a fix
    bool fixed = false;
    std::vector<std::string> remarks;  ///< see notes()

    bool has_fix() const { return fixed; }
    const Side& side(Variant variant) const { return variant == Variant::Before ? before : after; }

    /// Canonical text of everything that determines the result, with the layouts before and after; without the scenario's
    /// name, path and prose, and without how the fix was written down.
    std::string resolved() const;
};

/// Throws BadScenario, or layout::BadLayout for a layout, edit or patch it names.
Scenario read_scenario(const std::filesystem::path& file);

enum class Files { Open, Refuse };
/// Layouts that a program hands over with the text, which names them `{given: NAME}`.
using Given = std::map<std::string, layout::Layout>;
/// From a text; paths in it are relative to the folder of `file`. Files::Refuse opens none, for text nobody vouches for.
Scenario read_scenario(std::string_view text, std::string_view file, Files files = Files::Open, const Given& given = {});

/// The fix becomes this patch. Throws like read_scenario; also where the patch concerns nothing of the scenario.
void replace_fix_by_patch(Scenario& scenario, const std::filesystem::path& patch);
void replace_fix_by_patch(Scenario& scenario, std::string_view text, std::string_view file);

/// The fix becomes these edits, by layout; an empty map leaves no fix. What was published and fitted was of another fix, and goes.
using LayoutEdits = std::map<std::string, std::vector<std::string>>;
void replace_fix_by_edits(Scenario& scenario, const LayoutEdits& edits);

/// For runs that end after so many operations: throws BadScenario where no program of a variant counts any.
void expect_operations(const Scenario& scenario);

/// Places objects anew, before and after, for sweeps: key "base", "slab.align", "slab.bytes" or "heap.align", for all
/// objects, or "OBJECT.base" … for one.
void vary_place(Scenario& scenario, std::string_view key, std::uint64_t bytes);

/// "threads=4 before=1.9M/s", "threads=64 change=7.2%", also with after= and machine=.
Observation parse_observation(std::string_view text);

/// "cores-first", "siblings-first", "one-socket-first", "scatter", or "0,2,4" / "[0, 2, 4]".
CpuPolicy parse_cpu_policy(std::string_view text);
std::string to_text(const CpuPolicy& policy);

/// Parameter name -> value in the base unit of its quantity (ps for times, cycles for cycles, bytes, percent for percentages).
using Values = std::map<std::string, double>;
Values default_values(const Scenario& scenario);
/// "NAME=VALUE", the value in the unit of the parameter's kind. Throws BadScenario.
void set_value(const Scenario& scenario, Values& values, std::string_view assignment);

/// The threads of one variant. Two variants with the same seed share every random draw and every base address but for
/// what the fix changes. Throws BadScenario where the values make no sense (a count below 1).
std::unique_ptr<workloads::Source> make_source(const Scenario& scenario, Variant variant, const Values& values, unsigned threads,
                                               std::uint64_t seed, double core_ghz, unsigned line_bytes);

/// What the fix costs: bytes an object takes where it stands (with its slab's alignment), and objects per slab (0: no slab).
struct Bytes {
    std::string layout;
    std::uint64_t object_before = 0, object_after = 0;
    unsigned per_slab_before = 0, per_slab_after = 0;
};
std::vector<Bytes> cost_in_bytes(const Scenario& scenario);

/// Do before and after touch the same bytes at the same addresses with the same program?
bool changes_no_address(const Scenario& scenario);

/// What a reader of the prediction must know: edits that rest on inferred alignment, parts of a patch not understood,
/// which placement was used.
std::vector<std::string> notes(const Scenario& scenario);

const layout::Layout& layout_of(const Scenario& scenario, Variant variant, const std::string& layout);

}  // namespace hitm::program
