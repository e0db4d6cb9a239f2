#!/usr/bin/env bash
# Tests ./build.sh and the host switch in scratch copies, mostly against a dotnet that only says what a test tells it
# to. Ends with "N passed, N failed".
set -uo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# --- a machine: the tools that build.sh may use, with and without a dotnet -----------------------------------------

tools=$scratch/tools
mkdir -p "$tools" "$scratch/fake" "$scratch/home"
for tool in bash env awk basename cat dirname find grep head ls mkdir rm sed sort tail tee tr; do
  ln -s "$(command -v "$tool")" "$tools/$tool"
done

cat > "$scratch/fake/dotnet" <<'END'
#!/usr/bin/env bash
# answers from files beside the copy of the repository; what does not exist succeeds silently
says=../says
echo "${AKKA_SOURCE:-} $*" >> "$says/calls"
case $1 in
  --version) [ -f "$says/version" ] && cat "$says/version" || { cat "$says/refusal" >&2; exit 155; } ;;
  --list-sdks) cat "$says/sdks" ;;
  restore)
    echo "language ${DOTNET_CLI_UI_LANGUAGE:-unset}" >> "$says/calls"
    [[ ! -f "$says/restore-family" || $2 != *Family* ]] || { cat "$says/restore-family"; exit 1; }
    [ ! -f "$says/restore-$AKKA_SOURCE" ] || { cat "$says/restore-$AKKA_SOURCE"; exit 1; }
    ;;
  build) [ ! -f "$says/build-error" ] || { cat "$says/build-error"; exit 1; } ;;
  test)
    name=$(basename "$2" .csproj)
    while [ "$1" != --results-directory ]; do shift; done
    [ ! -f "$says/$name.trx" ] || cat "$says/$name.trx" > "$2/$name.trx"
    [ ! -f "$says/$name.says" ] || . "$says/$name.says"
    exit "$(cat "$says/$name.exit" 2> /dev/null || echo 0)"
    ;;
esac
END
chmod +x "$scratch/fake/dotnet"

# --- one test: a fresh copy, one command, some expectations --------------------------------------------------------

begin()
{
  name=$1
  problems=
  dir=$scratch/$((passed + failed))
  copy=$dir/copy
  says=$dir/says
  mkdir -p "$copy/tests/build" "$says"
  cp "$repository/build.sh" "$repository/global.json" "$repository/Directory.Packages.props" \
    "$repository/Directory.Build.props" "$repository/Directory.Build.targets" "$copy"
  echo 'echo "7 passed, 0 failed"' > "$copy/tests/build/host-switch.sh"
  printf '"A", "tests\\A.Tests\\A.Tests.csproj"\n"B", "tests\\B.Tests\\B.Tests.csproj"\n"S", "tests\\Shared\\Shared.csproj"\n' \
    > "$copy/Instrumentation.sln"
  echo 10.0.999 > "$says/version"
}

# gives the copy the tests of the family
family()
{
  mkdir -p "$copy/tests/Family.Tests"
  touch "$copy/tests/Family.Tests/Family.Tests.csproj"
}

# run [VARIABLE=value...] <command> [arguments]: ./build.sh on the machine described above
run()
{
  local variables=()
  while [[ ${1:-} == *=* ]]; do
    variables+=("$1")
    shift
  done
  output=$(cd "$copy" && env -i PATH="$scratch/fake:$tools" HOME="$scratch/home" ${variables[@]+"${variables[@]}"} \
    ./build.sh "$@" 2>&1 < /dev/null)
  code=$?
}

# ci [VARIABLE=value...]: what CI runs, on the same machine
ci()
{
  mkdir -p "$copy/.ci"
  cp "$repository/.ci/run" "$copy/.ci"
  output=$(cd "$copy" && env -i PATH="$scratch/fake:$tools" HOME="$scratch/home" "$@" bash .ci/run 2>&1 < /dev/null)
  code=$?
}

problem()
{
  problems="$problems"$'\n'"    $1"
}

exits()
{
  [ "$code" = "$1" ] || problem "exit code $code, not $1"
}

# prints <line>...: exactly these lines
prints()
{
  local expected
  expected=$(printf '%s\n' "$@")
  [ "$output" = "$expected" ] || problem "expected: $expected"
}

ends_with()
{
  [ "${output##*$'\n'}" = "$1" ] || problem "last line is not: $1"
}

remembers()
{
  local found
  found=$(cat "$copy/.akka-source" 2> /dev/null || echo nothing)
  [ "$found" = "$1" ] || problem "remembers $found, not $1"
}

calls()
{
  grep -Eq "$1" "$says/calls" 2> /dev/null || problem "dotnet was not called with: $1"
}

calls_no()
{
  ! grep -Eq "$1" "$says/calls" 2> /dev/null || problem "dotnet was called with: $1"
}

finish()
{
  if [ -z "$problems" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s%s\n    output: %s\n' "$name" "$problems" "$output"
  fi
}

restore_error()
{
  echo "/copy/src/Telemetry/Telemetry.csproj : error $2 [/copy/Instrumentation.sln]" >> "$says/restore-$1"
}

trx()
{
  echo "    <Counters total=\"$2\" executed=\"$3\" passed=\"$4\" failed=\"$(($3 - $4))\" error=\"0\" />" > "$says/$1.trx"
}

# --- what the caller asks for --------------------------------------------------------------------------------------

begin "an unknown AKKA_SOURCE is refused"
run AKKA_SOURCE=nuget host
exits 2
prints "build.sh: AKKA_SOURCE is 'nuget'; allowed are 'packages' and 'offline'"
calls_no restore
remembers nothing
finish

begin "a feed that is not there is refused"
run AKKA_FEED=/nowhere/feed host
exits 2
prints "build.sh: AKKA_FEED is '/nowhere/feed', which is not a folder"
remembers nothing
finish

begin "a feed without Akka is refused"
mkdir "$dir/feed"
touch "$dir/feed/Other.1.0.0.nupkg"
run AKKA_FEED="$dir/feed" host
exits 2
prints "build.sh: AKKA_FEED is '$dir/feed', a folder without any Akka*.nupkg"
remembers nothing
finish

begin "a feed and the stand-ins exclude each other"
mkdir "$dir/feed"
touch "$dir/feed/Akka.1.5.30.nupkg"
run AKKA_SOURCE=offline AKKA_FEED="$dir/feed" host
exits 2
prints "build.sh: AKKA_SOURCE is 'offline' and AKKA_FEED is set; only one of them can be"
finish

begin "a feed run uses the packages, writes nothing down and asks nobody"
mkdir "$dir/feed"
touch "$dir/feed/Akka.1.5.30.nupkg"
run AKKA_FEED="$dir/feed" host
exits 0
prints "Akka: packages from feed"
calls_no restore
remembers nothing
finish

begin "a feed run leaves what is remembered alone"
mkdir "$dir/feed"
touch "$dir/feed/Akka.1.5.30.nupkg"
echo offline > "$copy/.akka-source"
run AKKA_FEED="$dir/feed" test
exits 1
calls '^packages build'
remembers offline
finish

begin "a relative feed is meant from where the caller stands"
mkdir "$dir/feed"
touch "$dir/feed/Akka.1.5.30.nupkg"
output=$(cd "$dir" && env -i PATH="$scratch/fake:$tools" HOME="$scratch/home" AKKA_FEED=feed copy/build.sh host 2>&1)
code=$?
exits 0
prints "Akka: packages from feed"
finish

begin "another version is used for one run, asks nobody and remembers nothing"
run AKKA_VERSION=1.5.73 host
exits 0
prints "Akka: packages (1.5.73)"
calls_no restore
remembers nothing
finish

begin "what is no version is refused"
run AKKA_VERSION=latest host
exits 2
prints "build.sh: AKKA_VERSION is 'latest'; allowed is a version, as 1.5.73"
finish

begin "another version and the stand-ins exclude each other"
run AKKA_SOURCE=offline AKKA_VERSION=1.5.73 host
exits 2
prints "build.sh: AKKA_SOURCE is 'offline' and AKKA_VERSION is set; only one of them can be"
finish

begin "another version and a feed exclude each other"
mkdir "$dir/feed"
touch "$dir/feed/Akka.1.5.30.nupkg"
run AKKA_FEED="$dir/feed" AKKA_VERSION=1.5.73 host
exits 2
prints "build.sh: AKKA_FEED and AKKA_VERSION are set; only one of them can be"
finish

begin "nothing is packed with another version"
run AKKA_VERSION=1.5.73 pack
exits 2
ends_with "build.sh: AKKA_VERSION is set: packages ask for the lowest version that works, and are compiled against it"
finish

begin "AKKA_SOURCE=offline forces the stand-ins for one run"
run AKKA_SOURCE=offline host
exits 0
prints "Akka: offline stand-ins"
calls_no restore
remembers nothing
finish

begin "AKKA_SOURCE=packages overrules what is remembered for one run"
echo offline > "$copy/.akka-source"
run AKKA_SOURCE=packages host
exits 0
prints "Akka: packages (1.5.30)"
remembers offline
finish

# --- what the machine has ------------------------------------------------------------------------------------------

begin "no dotnet is one line"
output=$(cd "$copy" && env -i PATH="$tools" HOME="$scratch/home" ./build.sh test 2>&1)
code=$?
exits 2
prints "build.sh: the .NET SDK 10.0.100 or a later 10.0 is needed (global.json), and there is no dotnet on the PATH"
finish

begin "an old SDK is one line"
echo 6.0.100 > "$says/version"
run test
exits 2
prints "build.sh: the .NET SDK 10.0.100 or a later 10.0 is needed (global.json), and the one here is 6.0.100"
calls_no restore
finish

begin "an SDK older by its last number only is one line"
echo 10.0.99 > "$says/version"
run test
exits 2
prints "build.sh: the .NET SDK 10.0.100 or a later 10.0 is needed (global.json), and the one here is 10.0.99"
finish

begin "a dotnet that refuses global.json is one line"
rm "$says/version"
echo "A compatible .NET SDK was not found. Many lines follow." > "$says/refusal"
printf '6.0.100 [/sdk]\n8.0.404 [/sdk]\n' > "$says/sdks"
run test
exits 2
prints "build.sh: the .NET SDK 10.0.100 or a later 10.0 is needed (global.json), and the newest here is 8.0.404"
finish

begin "a runtime without any SDK is one line"
rm "$says/version"
touch "$says/refusal" "$says/sdks"
run test
exits 2
prints "build.sh: the .NET SDK 10.0.100 or a later 10.0 is needed (global.json), and the newest here is none"
finish

# --- what restore finds out ----------------------------------------------------------------------------------------

begin "packages that can be restored are used and remembered"
run host
exits 0
prints "Akka: packages (1.5.30)"
calls '^language en$' # the texts that the switch looks at are English
remembers packages
finish

begin "a package that does not exist leads to the stand-ins"
restore_error packages "NU1101: Unable to find package BenchmarkDotNet. No packages exist with this id in source(s): there"
restore_error packages "NU1101: Unable to find package Akka. No packages exist with this id in source(s): there"
restore_error packages "NU1101: Unable to find package Akka.Hosting. No packages exist with this id in source(s): there"
run host
exits 0
prints "Akka packages cannot be restored here (NU1101: Unable to find package Akka): using the stand-ins under offline/" \
  "Akka: offline stand-ins"
remembers offline
calls '^packages restore src/Telemetry/Telemetry.csproj ' # Akka alone decides
calls_no '^packages restore Instrumentation.sln ' # so that nothing else of the family is downloaded in vain
finish

begin "a version that does not exist leads to the stand-ins"
restore_error packages "NU1102: Unable to find package Akka with version (>= 1.5.30)"
restore_error packages "NU1102:   - Found 9 version(s) in there [ Nearest version: 1.5.20 ]"
run host
exits 0
prints "Akka packages cannot be restored here (NU1102: Unable to find package Akka with version (>= 1.5.30)): using the stand-ins under offline/" \
  "Akka: offline stand-ins"
remembers offline
finish

begin "a later version than the one asked for leads to the stand-ins"
restore_error packages "NU1603: Warning As Error: AkkaInstrumentation.Telemetry depends on Akka (>= 1.5.30) but Akka 1.5.30 was not found. Akka 1.5.74 was resolved instead."
restore_error packages "NU1603: Warning As Error: Akka 1.5.74 depends on Other (>= 6.0.1) but Other 6.0.1 was not found. Other 7.0.0 was resolved instead."
run host
exits 0
prints "Akka packages cannot be restored here (NU1603: Warning As Error: AkkaInstrumentation.Telemetry depends on Akka (>= 1.5.30) but Akka 1.5.30 was not found): using the stand-ins under offline/" \
  "Akka: offline stand-ins"
remembers offline
finish

begin "so does what the later version asks for"
restore_error packages "NU1603: Warning As Error: AkkaInstrumentation.Telemetry depends on Akka (>= 1.5.30) but Akka 1.5.30 was not found. Akka 1.5.74 was resolved instead."
restore_error packages "NU1605: Warning As Error: Detected package downgrade: Other from 9.0.0 to 8.0.0. Reference the package directly from the project to select a different version."
restore_error packages "NU1605:  AkkaInstrumentation.Hosting -> Akka.Hosting 1.5.74 -> Other (>= 9.0.0)"
run host
exits 0
remembers offline
finish

begin "a downgrade alone is a mistake of ours"
restore_error packages "NU1605: Warning As Error: Detected package downgrade: Other from 9.0.0 to 8.0.0. Reference the package directly from the project to select a different version."
run host
exits 1
remembers nothing
finish

begin "a source that cannot be reached leads to the stand-ins"
restore_error packages "NU1301: Unable to load the service index for source there/index.json."
restore_error packages "NU1301:   Connection refused (there:9)"
run host
exits 0
prints "Akka packages cannot be restored here (NU1301: Unable to load the service index for source there/index.json): using the stand-ins under offline/" \
  "Akka: offline stand-ins"
remembers offline
finish

begin "a folder that is configured as source and missing is an error"
restore_error packages "NU1301: The local source '/typo' doesn't exist."
run host
exits 1
prints "build.sh: restore failed:" "NU1301: The local source '/typo' doesn't exist."
remembers nothing
finish

begin "a source that wants a password is an error"
restore_error packages "NU1301: Unable to load the service index for source there/index.json."
restore_error packages "NU1301:   Response status code does not indicate success: 401 (Unauthorized)."
run host
exits 1
calls_no '^offline'
remembers nothing
finish

begin "a restore error of another kind is an error"
restore_error packages "NU1605: Detected package downgrade: X from 2.0.0 to 1.0.0"
run test
exits 1
prints "build.sh: restore failed:" "NU1605: Detected package downgrade: X from 2.0.0 to 1.0.0"
calls_no 'build|^offline'
remembers nothing
finish

begin "an error of another kind beside a missing package is an error"
restore_error packages "NU1101: Unable to find package Akka. No packages exist with this id in source(s): there"
restore_error packages "MSB4025: The project file could not be loaded."
run host
exits 1
remembers nothing
finish

begin "a restore that dies without an error line is an error"
echo "Segmentation fault" > "$says/restore-packages"
run host
exits 1
prints "build.sh: restore failed:" "Segmentation fault"
remembers nothing
finish

begin "stand-ins that cannot be restored either are not remembered"
restore_error packages "NU1301: Unable to load the service index for source there/index.json."
restore_error offline "NU1301: Unable to load the service index for source there/index.json."
run host
exits 1
ends_with "NU1301: Unable to load the service index for source there/index.json."
remembers nothing
finish

begin "what was restored to find out is not restored again"
restore_error packages "NU1101: Unable to find package Akka. No packages exist with this id in source(s): there"
run test
calls '^offline build .* --no-restore$'
run test
[ "$(grep -c '^offline build' "$says/calls")" = 2 ] || problem "not two builds"
[ "$(grep -c '^offline build .*--no-restore' "$says/calls")" = 1 ] || problem "the second build does not restore"
finish

begin "remembered stand-ins are used without asking"
echo offline > "$copy/.akka-source"
run host
exits 0
prints "Akka: offline stand-ins"
calls_no restore
finish

begin "remembered packages are used without asking, with a Windows line end too"
printf 'packages\r\n' > "$copy/.akka-source"
run host
exits 0
prints "Akka: packages (1.5.30)"
calls_no restore
finish

begin "nonsense in .akka-source is refused"
echo nonsense > "$copy/.akka-source"
run host
exits 2
prints "build.sh: .akka-source says 'nonsense'; allowed are 'packages' and 'offline' (delete it to look again)"
finish

# --- the commands --------------------------------------------------------------------------------------------------

begin "help needs nothing"
rm "$says/version"
run
exits 0
calls_no .
finish

begin "an unknown command is refused"
run tests
exits 2
prints "build.sh: there is no command 'tests'; try ./build.sh help"
calls_no .
finish

begin "pack refuses the stand-ins"
mkdir -p "$copy/src/X"
touch "$copy/src/X/X.csproj"
run AKKA_SOURCE=offline pack
exits 2
prints "Akka: offline stand-ins" \
  "build.sh: pack needs the Akka packages: a package made from the stand-ins must not exist"
calls_no pack
finish

begin "pack packs every project of src with deterministic paths and hands its arguments on"
mkdir -p "$copy/src/X"
touch "$copy/src/X/X.csproj"
run AKKA_SOURCE=packages pack -p:PackageValidationBaselineVersion=0.1.0
exits 0
calls '^packages pack src/X/X.csproj -c Release -o artifacts/nupkg .*-p:ContinuousIntegrationBuild=true -p:PackageValidationBaselineVersion=0.1.0$'
finish

begin "bench says when there is none"
run AKKA_SOURCE=offline bench
exits 2
ends_with "build.sh: there is no benchmark to run: benchmarks/Macro is missing"
finish

begin "bench runs the macro benchmark, or the micro one when asked"
mkdir -p "$copy/benchmarks/Macro" "$copy/benchmarks/Micro"
touch "$copy/benchmarks/Macro/Macro.csproj" "$copy/benchmarks/Micro/Micro.csproj"
run AKKA_SOURCE=offline bench quick
calls '^offline run --project benchmarks/Macro -c Release -- quick$'
run AKKA_SOURCE=offline bench micro --list
exits 0
calls '^offline run --project benchmarks/Micro -c Release -- --list$'
finish

begin "sample hands its arguments on"
mkdir -p "$copy/samples/WebApi"
touch "$copy/samples/WebApi/WebApi.csproj"
run AKKA_SOURCE=offline sample --urls http://localhost:8080
exits 0
calls '^offline run --project samples/WebApi .* -- --urls http://localhost:8080$'
finish

begin "test sums up all test projects and this script"
trx A.Tests 10 10 10
trx B.Tests 5 3 3
run AKKA_SOURCE=offline test
exits 0
ends_with "20 passed, 0 failed, 2 skipped"
calls_no Shared
finish

begin "the tests of the family take part where their packages can be restored"
family
trx A.Tests 10 10 10
trx B.Tests 5 5 5
trx Family.Tests 4 4 4
run AKKA_SOURCE=packages test
exits 0
ends_with "26 passed, 0 failed"
calls '^packages restore tests/Family.Tests/Family.Tests.csproj '
calls '^packages build tests/Family.Tests/Family.Tests.csproj .*--no-restore$'
finish

begin "without their packages the tests of the family are left out, in one line"
family
trx A.Tests 10 10 10
trx B.Tests 5 5 5
echo "error NU1101: Unable to find package Akka.Persistence. No packages exist with this id in source(s): there" > "$says/restore-family"
run AKKA_SOURCE=packages test
exits 0
[[ $output == *"Family.Tests is left out: NU1101: Unable to find package Akka.Persistence"$'\n'* ]] || problem "does not say why"
ends_with "22 passed, 0 failed"
calls_no 'build tests/Family.Tests'
finish

begin "with the stand-ins the tests of the family are left out, in one line and without a restore"
family
trx A.Tests 10 10 10
trx B.Tests 5 5 5
run AKKA_SOURCE=offline test
exits 0
[[ $output == *"Family.Tests is left out: there are no stand-ins for "* ]] || problem "does not say why"
ends_with "22 passed, 0 failed"
calls_no Family
finish

begin "an error of another kind at the family's restore counts as a failure"
family
trx A.Tests 10 10 10
trx B.Tests 5 5 5
echo "error NU1605: Detected package downgrade: X from 2.0.0 to 1.0.0" > "$says/restore-family"
run AKKA_SOURCE=packages test
exits 1
[[ $output == *"NU1605: Detected package downgrade"* ]] || problem "does not say why"
ends_with "22 passed, 1 failed"
finish

begin "a failed test fails the run"
trx A.Tests 10 10 9
trx B.Tests 5 5 5
echo 1 > "$says/A.Tests.exit"
run AKKA_SOURCE=offline test
exits 1
ends_with "21 passed, 1 failed"
finish

begin "a test host that crashes counts as a failure"
trx A.Tests 4 4 4
trx B.Tests 5 5 5
echo 1 > "$says/A.Tests.exit"
run AKKA_SOURCE=offline test
exits 1
ends_with "16 passed, 1 failed"
finish

begin "a test project that runs nothing counts as a failure"
trx A.Tests 0 0 0
trx B.Tests 5 5 5
run AKKA_SOURCE=offline test
exits 1
ends_with "12 passed, 1 failed"
finish

begin "a broken build counts as a failure"
echo "X.cs(1,1): error CS1002: ; expected" > "$says/build-error"
run AKKA_SOURCE=offline test
exits 1
ends_with "7 passed, 1 failed"
calls_no '^offline test'
finish

begin "a filter asks for .NET tests only"
trx A.Tests 2 2 2
trx B.Tests 0 0 0
run AKKA_SOURCE=offline test --filter Name~X
exits 0
ends_with "2 passed, 0 failed"
calls '^offline test .*B.Tests.* --filter Name~X$'
finish

begin "a filter that matches nothing fails the run"
trx A.Tests 0 0 0
trx B.Tests 0 0 0
run AKKA_SOURCE=offline test --filter Name~X
exits 1
ends_with "0 passed, 0 failed"
finish

begin "a project that is killed counts as a failure and is not the last"
trx A.Tests 10 10 10
trx B.Tests 5 5 5
echo 'kill -9 $PPID' > "$says/A.Tests.says"
run AKKA_SOURCE=offline test
exits 1
[[ $output == *"A.Tests did not finish"* ]] || problem "does not say what did not finish"
ends_with "12 passed, 1 failed"
finish

begin "two projects run at the same time and each is shown whole"
trx A.Tests 10 10 10
trx B.Tests 5 5 5
for each in A B; do
  other=$([ $each = A ] && echo B || echo A)
  cat > "$says/$each.Tests.says" <<END
echo "$each begins"
: > "\$says/$each.began"
for ((i = 0; i < 1000000; i++)); do [ ! -f "\$says/$other.began" ] || break; done
[ -f "\$says/$other.began" ] && echo "$each ends"
END
done
run AKKA_SOURCE=offline test
exits 0
[[ $output == *"A begins"$'\n'"A ends"* && $output == *"B begins"$'\n'"B ends"* ]] || problem "not each as a whole"
ends_with "22 passed, 0 failed"
finish

begin "Ctrl+C reaches what the test projects start"
trx A.Tests 10 10 10
trx B.Tests 5 5 5
echo '[ ! -d /proc/self ] || grep SigIgn: /proc/self/status' > "$says/A.Tests.says"
run AKKA_SOURCE=offline test
ignored=$([ ! -d /proc/self ] || grep SigIgn: /proc/self/status)
[[ $output == *"$ignored"* ]] || problem "not $ignored"
finish

begin "the slowest tests are shown when asked for, the slowest first"
trx A.Tests 2 2 2
trx B.Tests 1 1 1
cat >> "$says/A.Tests.trx" <<'END'
    <UnitTestResult executionId="1" testId="1" testName="Quick" computerName="c" duration="00:00:00.0100000" outcome="Passed">
    <UnitTestResult executionId="2" testId="2" testName="Slow(name: &quot;a &amp; b&quot;)" computerName="c" duration="00:01:02.5000000" outcome="Passed">
END
echo '    <UnitTestResult executionId="3" testId="3" testName="Middle" computerName="c" duration="00:00:03.2500000" outcome="Passed">' >> "$says/B.Tests.trx"
run AKKA_SOURCE=offline test --slow 2 --filter Name~X
exits 0
[[ $output == *"The slowest tests:"$'\n'"   62.50 s  A.Tests Slow(name: \"a & b\")"$'\n'"    3.25 s  B.Tests Middle"$'\n'"3 passed, 0 failed" ]] \
  || problem "not the two slowest"
calls_no '\-\-slow'
calls '^offline test .*B.Tests.* --filter Name~X$'
finish

begin "the slowest tests need a number"
run AKKA_SOURCE=offline test --slow --filter Name~X
exits 2
ends_with "build.sh: --slow needs a number: how many of the slowest tests to show"
calls_no build
finish

begin "CI ends with the sum and the exit code of the tests, and with the compiler's server"
trx A.Tests 10 10 9
trx B.Tests 5 5 5
echo 1 > "$says/A.Tests.exit"
ci AKKA_SOURCE=offline
exits 1
ends_with "21 passed, 1 failed"
[[ $(tail -n 1 "$says/calls") == *"build-server shutdown --vbcscompiler" ]] || problem "the compiler's server goes on"
finish

# --- the same switch in MSBuild, with the real dotnet --------------------------------------------------------------

# evaluates [VARIABLE=value...] <property>: what a plain dotnet build would use
evaluates()
{
  local variables=()
  while [[ ${1:-} == *=* ]]; do
    variables+=("$1")
    shift
  done
  echo '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework><IsPackable>true</IsPackable></PropertyGroup></Project>' \
    > "$copy/X.csproj"
  output=$(cd "$copy" && env -u AKKA_SOURCE -u AKKA_FEED -u AKKA_VERSION ${variables[@]+"${variables[@]}"} \
    dotnet msbuild X.csproj -nologo -getProperty:"$1" 2>&1)
  code=$?
}

begin "a plain build uses the packages"
evaluates AkkaHost
prints packages
finish

begin "a plain build follows what is remembered"
echo offline > "$copy/.akka-source"
evaluates AkkaHost
prints offline
finish

begin "a plain build with a feed has a package cache and outputs of its own"
echo offline > "$copy/.akka-source"
evaluates AKKA_FEED="$dir" RestorePackagesPath
[[ $output == "$copy"/artifacts/feed/package-cache/* ]] || problem "not under artifacts/feed/package-cache"
finish

begin "a plain build with another version has outputs of its own"
echo offline > "$copy/.akka-source"
evaluates AKKA_VERSION=1.5.73 ArtifactsPath
prints "$copy/artifacts/1.5.73"
finish

begin "nothing made from stand-ins is packable"
evaluates AKKA_SOURCE=offline IsPackable
prints false
finish

begin "nothing made with another version is packable"
evaluates AKKA_VERSION=1.5.73 IsPackable
prints false
finish

begin "a plain build refuses another version of the stand-ins"
evaluates AKKA_VERSION=1.5.73 AKKA_SOURCE=offline AkkaHost
output=$(cd "$copy" && AKKA_VERSION=1.5.73 AKKA_SOURCE=offline dotnet build X.csproj -nologo -v q 2>&1)
code=$?
exits 1
[[ $output == *"AKKA_VERSION is '1.5.73' and AkkaSource is 'offline'; only 'packages' goes with it."* ]] || problem "does not say why"
finish

begin "a plain build refuses an unknown AKKA_SOURCE"
evaluates AKKA_SOURCE=nuget AkkaHost
output=$(cd "$copy" && AKKA_SOURCE=nuget dotnet build X.csproj -nologo -v q 2>&1)
code=$?
exits 1
[[ $output == *"AkkaSource is 'nuget'; allowed are 'packages' and 'offline'."* ]] || problem "does not say why"
finish

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
