#!/usr/bin/env bash
# Builds, runs, tests, measures and packs this repository. ./build.sh help says how.
set -uo pipefail

solution=Instrumentation.sln
memory=.akka-source
core=src/Telemetry/Telemetry.csproj
restored=

# The tests against packages of the Akka family that have no stand-ins. They are not in the solution, because its restore must not need those packages.
family=tests/Family.Tests/Family.Tests.csproj

# The test projects that take longest start first, so that none of them is alone at the end.
longest="Dispatcher.Tests WebApi.Tests Hosting.Tests Mailbox.Tests Dashboard.Tests"

usage()
{
  cat <<'END'
Usage: ./build.sh <command> [arguments]

  sample   run samples/WebApi, or samples/Cluster after the word cluster; arguments go to it (--urls http://localhost:8080)
  test     build everything in Release and run all tests, two projects at a time; arguments go to dotnet test
           (--filter Name~Mailbox); --slow N also shows the N slowest tests at the end
  bench    run benchmarks/Macro, or benchmarks/Micro after the word micro, or benchmarks/Nodes after the word nodes; arguments go to it
  pack     make the NuGet packages in artifacts/nupkg; arguments go to dotnet pack
  host     only say which Akka is used
  help     this text

Which Akka is used: the real packages where they can be restored, else the stand-ins under offline/. The first
command finds out and remembers the answer in .akka-source, which a plain dotnet build follows too. Delete that
file to look again. For one run only:

  AKKA_SOURCE=packages | offline   force one of the two
  AKKA_FEED=<folder>               the real packages, taken from a local folder as well
  AKKA_VERSION=1.5.73              the real packages in another version: does all of this work with it?
END
}

fail()
{
  echo "build.sh: $1" >&2
  exit "${2:-2}"
}

check_sdk()
{
  local needed found
  needed=$(sed -n 's/.*"version": *"\([0-9.]*\)".*/\1/p' global.json)
  local wanted="the .NET SDK $needed or a later ${needed%.*} is needed (global.json)"
  command -v dotnet > /dev/null || fail "$wanted, and there is no dotnet on the PATH"
  if ! found=$(dotnet --version 2> /dev/null); then
    # dotnet has looked at global.json itself and found no SDK that will do
    found=$(dotnet --list-sdks 2> /dev/null | sed -n '$s/ .*//p')
    fail "$wanted, and the newest here is ${found:-none}"
  fi
  local release=${found%%-*}
  if [ "${release%.*}" != "${needed%.*}" ] || [ "${release##*.}" -lt "${needed##*.}" ]; then
    fail "$wanted, and the one here is $found"
  fi
}

# restore <source> [project]: quiet; on failure the errors, each once and without the paths around it, are in $errors
restore()
{
  local output
  output=$(AKKA_SOURCE=$1 DOTNET_CLI_UI_LANGUAGE=en dotnet restore "${2:-$solution}" -v q --tl:off 2>&1 < /dev/null) && return 0
  errors=$(sed -n 's/^.*error \([A-Z][A-Z]*[0-9][0-9]*: .*\)$/\1/p' <<< "$output" | sed 's/ \[[^][]*\]$//' | awk '!seen[$0]++')
  [ -n "$errors" ] || errors=$output
  return 1
}

# Only two findings speak for the stand-ins: a package does not exist, or not in the version asked for (NU1101, NU1102,
# NU1603: a later version is there, with which nothing here was tried), or a source cannot be reached
# (NU1301). NU1605 beside NU1603 is of that later version, which asks for later ones of others. NU1301 also stands for a source that is there and is the wrong one, or wants a password.
packages_are_out_of_reach()
{
  local speaking='1101|1102|1301|1603'
  ! grep -q '^NU1603:' <<< "$errors" || speaking+='|1605'
  ! grep -Eqv "^NU($speaking):" <<< "$errors" \
    && ! grep -Eq "^NU1301:.*(doesn't exist|success: (401|404|407))" <<< "$errors"
}

# The first finding about a package of the Akka family, else the first one.
reason_in_short()
{
  local reason
  reason=$(grep -E '^NU(1101|1102|1603): .* Akka' <<< "$errors" || grep -E '^NU(1101|1102|1603):' <<< "$errors" || echo "$errors")
  reason=${reason%%$'\n'*}
  reason=${reason%%. *}
  echo "${reason%.}"
}

find_out()
{
  # The core's project first: it needs Akka alone, so where that is not to be had nothing else of the family is downloaded in vain.
  if restore packages "$core" && restore packages; then
    akka=packages
  elif packages_are_out_of_reach; then
    echo "Akka packages cannot be restored here ($(reason_in_short)): using the stand-ins under offline/"
    restore offline || fail "with the stand-ins restore fails too:"$'\n'"$errors" 1
    akka=offline
  else
    fail "restore failed:"$'\n'"$errors" 1
  fi
  echo "$akka" > "$memory"
  restored=--no-restore
}

choose_akka()
{
  local name=packages
  akka=${AKKA_SOURCE:-}
  case $akka in
    '' | packages | offline) ;;
    *) fail "AKKA_SOURCE is '$akka'; allowed are 'packages' and 'offline'" ;;
  esac
  if [ -n "${AKKA_VERSION:-}" ]; then
    [[ $AKKA_VERSION =~ ^[0-9]+(\.[0-9]+)+(-[0-9A-Za-z.-]+)?$ ]] || fail "AKKA_VERSION is '$AKKA_VERSION'; allowed is a version, as 1.5.73"
    [ "$akka" != offline ] || fail "AKKA_SOURCE is 'offline' and AKKA_VERSION is set; only one of them can be"
    [ -z "${AKKA_FEED:-}" ] || fail "AKKA_FEED and AKKA_VERSION are set; only one of them can be"
    akka=packages
    host=$AKKA_VERSION
    name="packages ($AKKA_VERSION)"
  elif [ -n "${AKKA_FEED:-}" ]; then
    [ "$akka" != offline ] || fail "AKKA_SOURCE is 'offline' and AKKA_FEED is set; only one of them can be"
    [ -d "$AKKA_FEED" ] || fail "AKKA_FEED is '$AKKA_FEED', which is not a folder"
    [ -n "$(find "$AKKA_FEED/" -iname 'akka*.nupkg' 2> /dev/null | head -n 1)" ] \
      || fail "AKKA_FEED is '$AKKA_FEED', a folder without any Akka*.nupkg"
    akka=packages
    host=feed
    name="packages from $(basename "$AKKA_FEED")"
  else
    if [ -z "$akka" ] && [ -f "$memory" ]; then
      akka=$(tr -d '[:space:]' < "$memory")
      case $akka in
        packages | offline) ;;
        *) fail "$memory says '$akka'; allowed are 'packages' and 'offline' (delete it to look again)" ;;
      esac
    fi
    [ -n "$akka" ] || find_out
    host=$akka
    if [ "$akka" = offline ]; then
      name="offline stand-ins"
    else
      name="packages ($(sed -n 's/.*"Akka" Version="\([^"]*\)".*/\1/p' Directory.Packages.props))"
    fi
  fi
  export AKKA_SOURCE=$akka
  echo "Akka: $name"
}

run_sample()
{
  if [ "${1:-}" = cluster ]; then
    shift
    [ "$akka" = packages ] || fail "samples/Cluster needs the Akka packages: the stand-ins have no cluster that carries messages"
    exec dotnet run --project samples/Cluster -c Release --no-launch-profile -- "$@"
  fi
  [ -f samples/WebApi/WebApi.csproj ] || fail "samples/WebApi is missing"
  exec dotnet run --project samples/WebApi -c Release --no-launch-profile -- "$@"
}

run_bench()
{
  local project=Macro
  if [ "${1:-}" = micro ]; then
    project=Micro
    shift
  elif [ "${1:-}" = nodes ]; then
    project=Nodes
    shift
    [ "$akka" = packages ] || fail "bench nodes needs the Akka packages: the stand-ins have no transport whose cost says anything"
  fi
  [ -f "benchmarks/$project/$project.csproj" ] || fail "there is no benchmark to run: benchmarks/$project is missing"
  exec dotnet run --project "benchmarks/$project" -c Release -- "$@"
}

run_pack()
{
  [ "$akka" = packages ] || fail "pack needs the Akka packages: a package made from the stand-ins must not exist"
  [ -z "${AKKA_VERSION:-}" ] || fail "AKKA_VERSION is set: packages ask for the lowest version that works, and are compiled against it"
  local project
  mkdir -p artifacts/nupkg
  rm -f artifacts/nupkg/*.nupkg artifacts/nupkg/*.snupkg
  for project in src/*/*.csproj; do
    # as on CI: no folder of this machine is left in the assemblies and their symbols
    dotnet pack "$project" -c Release -o artifacts/nupkg -v q --nologo -p:ContinuousIntegrationBuild=true "$@" || exit 1
  done
  ls artifacts/nupkg
}

# What does not get as far as counting (a build that breaks, a test host that crashes or hangs) is one failed test.
did_not_finish()
{
  echo "$1"
  failed=$((failed + 1))
}

count_trx()
{
  local total executed ok
  read -r total executed ok <<< "$(sed -n 's/.*<Counters total="\([0-9]*\)" executed="\([0-9]*\)" passed="\([0-9]*\)".*/\1 \2 \3/p' "$1")"
  passed=$((passed + ok))
  failed=$((failed + executed - ok))
  skipped=$((skipped + total - executed))
}

# Whether the tests of the family take part. If not, one line says why.
choose_family()
{
  has_family=
  if [ ! -f "$family" ]; then
    return
  elif [ "$akka" = offline ]; then
    echo "Family.Tests is left out: there are no stand-ins for Akka.Persistence, Akka.Cluster and Akka.Streams"
  elif restore packages "$family"; then
    has_family=yes
  elif packages_are_out_of_reach; then
    echo "Family.Tests is left out: $(reason_in_short)"
  else
    did_not_finish "Family.Tests cannot be restored:"$'\n'"$errors"
  fi
}

# The test projects of the solution, those in $longest first.
test_projects()
{
  local all name
  all=$(tr '\134' '/' < "$solution" | sed -n 's/.*"\(tests[^"]*\.Tests\.csproj\)".*/\1/p')
  [ -z "$has_family" ] || all="$all"$'\n'"$family"
  {
    for name in $longest; do
      grep "/$name\.csproj$" <<< "$all"
    done
    echo "$all"
  } | awk 'NF && !seen[$0]++'
}

# Runs one test project after the other, of those that no other lane has begun. What a project says is kept in its log; its
# name and exit code are printed when it has ended.
run_lane()
{
  local results=$1 project name
  shift
  # Ctrl+C ends the lane with what it runs. Without a trap a command in the background may ignore it, with all that it starts.
  trap 'exit 130' INT
  for project in $(test_projects); do
    name=$(basename "$project" .csproj)
    mkdir "$results/begun/$name" 2> /dev/null || continue
    dotnet test "$project" -c Release --no-build --nologo -v q --blame-hang-timeout 4m --blame-hang-dump-type none \
      --results-directory "$results" --logger "trx;LogFileName=$name.trx" --logger "console;verbosity=minimal" "$@" \
      < /dev/null > "$results/$name.log" 2>&1
    echo "$name $?"
  done
}

# Two at a time: many tests wait for time to pass, so one project alone leaves processors idle.
run_lanes()
{
  mkdir "$1/begun"
  run_lane "$@" &
  run_lane "$@" &
  wait
}

show_slowest()
{
  local trx
  echo "The slowest tests:"
  for trx in "$2"/*.trx; do
    [ ! -f "$trx" ] || sed -n "s/.*<UnitTestResult .*testName=\"\([^\"]*\)\".* duration=\"\([0-9:.]*\)\".*/\2 $(basename "$trx" .trx) \1/p" "$trx"
  done | sort -r | head -n "$1" \
    | awk '{ split($1, time, ":"); $1 = sprintf("%8.2f s ", time[1] * 3600 + time[2] * 60 + time[3]); print }' \
    | sed 's/&quot;/"/g; s/&apos;/'"'"'/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

run_test()
{
  local results=artifacts/$host/test-results project name before counted ended totals reported=' ' slow=0 arguments=()
  passed=0 failed=0 skipped=0
  while [ $# != 0 ]; do
    if [ "$1" = --slow ]; then
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || fail "--slow needs a number: how many of the slowest tests to show"
      slow=$2
      shift
    else
      arguments+=("$1")
    fi
    shift
  done
  set -- ${arguments[@]+"${arguments[@]}"}
  rm -rf "$results"
  mkdir -p "$results"

  case " $* " in
    *" --filter "*) ;; # asks for some of the .NET tests
    *)
      bash tests/build/host-switch.sh | tee "$results/host-switch.log"
      totals=$(tail -n 1 "$results/host-switch.log")
      if [[ $totals =~ ^([0-9]+)" passed, "([0-9]+)" failed"$ ]]; then
        passed=${BASH_REMATCH[1]}
        failed=${BASH_REMATCH[2]}
      else
        did_not_finish "tests/build/host-switch.sh did not finish"
      fi
      ;;
  esac

  choose_family
  if dotnet build "$solution" -c Release -v q --nologo -clp:NoSummary $restored \
    && { [ -z "$has_family" ] || dotnet build "$family" -c Release -v q --nologo -clp:NoSummary --no-restore; }; then
    while read -r name ended; do
      cat "$results/$name.log"
      reported="$reported$name "
      before=$failed
      counted=$((passed + failed + skipped))
      [ ! -f "$results/$name.trx" ] || count_trx "$results/$name.trx"
      if [ "$ended" != 0 ] && [ "$failed" = "$before" ]; then
        did_not_finish "$name did not finish"
      elif [ $# = 0 ] && [ $((passed + failed + skipped)) = "$counted" ]; then
        did_not_finish "$name ran no test"
      fi
    done < <(run_lanes "$results" "$@")
    for project in $(test_projects); do
      name=$(basename "$project" .csproj)
      [[ $reported == *" $name "* ]] || did_not_finish "$name did not finish"
    done
  else
    did_not_finish "the build failed"
  fi

  [ "$slow" = 0 ] || show_slowest "$slow" "$results"
  totals="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || totals="$totals, $skipped skipped"
  [ $((passed + failed)) != 0 ] || echo "no test ran"
  echo "$totals"
  [ "$failed" = 0 ] && [ "$passed" != 0 ]
}

command=${1:-help}
[ $# = 0 ] || shift

case $command in
  sample | test | bench | pack | host) ;;
  help | -h | --help)
    usage
    exit 0
    ;;
  *) fail "there is no command '$command'; try ./build.sh help" ;;
esac

# A relative feed folder is meant from where the caller stands.
if [ -d "${AKKA_FEED:-}" ]; then
  AKKA_FEED=$(cd "$AKKA_FEED" && pwd)
  export AKKA_FEED
fi
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2

check_sdk
choose_akka
[ "$command" = host ] || "run_$command" "$@"
