@echo off
rem The commands of build.sh on Windows, without a bash. build.cmd help says how.
setlocal EnableExtensions DisableDelayedExpansion

set "command=%~1"
if not defined command set "command=help"
for %%c in (sample test bench pack host help) do if /i "%command%" == "%%c" goto known
call :fail "there is no command '%command%'; try build.cmd help"
exit /b 2

:known
rem Not from %1, %2...: those are cut at "=" and ",".
set "arguments="
set "project=Macro"
for /f "tokens=1*" %%a in ("%*") do set "arguments=%%b"
if /i not "%command% %~2" == "bench micro" goto arguments_read
set "project=Micro"
for /f "tokens=2*" %%a in ("%*") do set "arguments=%%b"
:arguments_read

rem A relative feed folder is meant from where the caller stands.
if defined AKKA_FEED for %%f in ("%AKKA_FEED%") do set "AKKA_FEED=%%~ff"
cd /d "%~dp0"
if /i "%command%" == "help" goto help
call :check_sdk
if errorlevel 1 exit /b 2
call :choose_akka
if errorlevel 1 exit /b %ERRORLEVEL%
if /i "%command%" == "host" exit /b 0
goto run_%command%

:help
echo Usage: build.cmd ^<command^> [arguments]
echo.
echo   sample   run samples/WebApi; arguments go to it
echo   test     build everything in Release and run all tests; arguments go to dotnet test
echo   bench    run benchmarks/Macro, or benchmarks/Micro after the word micro; arguments go to it
echo   pack     make the NuGet packages in artifacts/nupkg; arguments go to dotnet pack
echo   host     only say which Akka is used
echo   help     this text
echo.
echo Which Akka is used: the real packages where they can be restored, else the stand-ins under offline/.
echo The answer is remembered in .akka-source; delete that file to look again. For one run only:
echo   set AKKA_SOURCE=packages   (or offline)   forces one of the two
echo   set AKKA_FEED=^<folder^>                    the real packages, taken from a local folder as well
echo   set AKKA_VERSION=1.5.73                    the real packages in another version: does all of this work with it?
exit /b 0

:fail
>&2 echo build.cmd: %~1
exit /b 2

:check_sdk
for /f "tokens=1,2 delims=:, " %%a in (global.json) do if "%%~a" == "version" set "needed=%%~b"
dotnet --version >nul 2>nul
if not errorlevel 1 exit /b 0
call :fail "the .NET SDK %needed% or a later one of its line is needed (global.json)"
exit /b 2

:choose_akka
set "host=%AKKA_SOURCE%"
if defined AKKA_VERSION goto version
if defined AKKA_FEED goto feed
if not defined host if exist .akka-source set /p host=<.akka-source
if defined host goto chosen
call :find_out
if errorlevel 1 exit /b %ERRORLEVEL%
:chosen
set "AKKA_SOURCE=%host%"
if "%host%" == "packages" goto packages
if "%host%" == "offline" goto offline
call :fail "AKKA_SOURCE or .akka-source is '%host%'; allowed are 'packages' and 'offline'"
exit /b 2

:packages
for /f "tokens=1,3,5 delims== " %%a in (Directory.Packages.props) do if "%%a%%~b" == "<PackageVersionAkka" set "version=%%~c"
echo Akka: packages (%version%)
exit /b 0

:offline
echo Akka: offline stand-ins
exit /b 0

:version
if defined AKKA_FEED (
  call :fail "AKKA_FEED and AKKA_VERSION are set; only one of them can be"
  exit /b 2
)
if defined AKKA_SOURCE if not "%AKKA_SOURCE%" == "packages" (
  call :fail "AKKA_SOURCE is '%AKKA_SOURCE%' and AKKA_VERSION is set; only 'packages' goes with it"
  exit /b 2
)
set "AKKA_SOURCE=packages"
set "host=%AKKA_VERSION%"
echo Akka: packages (%AKKA_VERSION%)
exit /b 0

:feed
if defined AKKA_SOURCE if not "%AKKA_SOURCE%" == "packages" (
  call :fail "AKKA_SOURCE is '%AKKA_SOURCE%' and AKKA_FEED is set; only 'packages' goes with it"
  exit /b 2
)
if not exist "%AKKA_FEED%\" (
  call :fail "AKKA_FEED is '%AKKA_FEED%', which is not a folder"
  exit /b 2
)
dir /b /s "%AKKA_FEED%\Akka*.nupkg" >nul 2>nul || (
  call :fail "AKKA_FEED is '%AKKA_FEED%', a folder without any Akka*.nupkg"
  exit /b 2
)
for %%f in ("%AKKA_FEED%") do echo Akka: packages from %%~nxf
set "AKKA_SOURCE=packages"
set "host=feed"
exit /b 0

rem See build.sh for which findings speak for the stand-ins.
:find_out
set "log=%TEMP%\akka-restore-%RANDOM%.log"
call :restore packages
if not errorlevel 1 goto found_out
set "follows="
findstr /c:"error NU1603:" "%log%" >nul && set follows=/c:"error NU1605:"
findstr /r /c:"error [A-Z]*[0-9]*:" "%log%" | findstr /v /c:"error NU1101:" /c:"error NU1102:" /c:"error NU1301:" /c:"error NU1603:" %follows% >nul && goto restore_failed
findstr /c:"doesn't exist" /c:"success: 401" /c:"success: 404" /c:"success: 407" "%log%" >nul && goto restore_failed
findstr /c:"error NU1101:" /c:"error NU1102:" /c:"error NU1301:" /c:"error NU1603:" "%log%" >nul || goto restore_failed
set "reason=NU1301"
findstr /c:"error NU1603:" "%log%" >nul && set "reason=NU1603"
findstr /c:"error NU1102:" "%log%" >nul && set "reason=NU1102"
findstr /c:"error NU1101:" "%log%" >nul && set "reason=NU1101"
echo Akka packages cannot be restored here (%reason%): using the stand-ins under offline/
call :restore offline
if errorlevel 1 goto restore_failed
:found_out
>.akka-source echo %host%
del "%log%"
exit /b 0
:restore_failed
>&2 echo build.cmd: restore failed:
>&2 type "%log%"
del "%log%"
exit /b 1

:restore
set "host=%1"
setlocal
set "AKKA_SOURCE=%1"
set "DOTNET_CLI_UI_LANGUAGE=en"
dotnet restore Instrumentation.sln -v q --tl:off >"%log%" 2>&1
exit /b %ERRORLEVEL%

:run_sample
dotnet run --project samples/WebApi -c Release --no-launch-profile -- %arguments%
exit /b %ERRORLEVEL%

:run_bench
if not exist benchmarks\%project%\%project%.csproj (
  call :fail "there is no benchmark to run: benchmarks/%project% is missing"
  exit /b 2
)
dotnet run --project benchmarks/%project% -c Release -- %arguments%
exit /b %ERRORLEVEL%

:run_pack
if "%host%" == "offline" (
  call :fail "pack needs the Akka packages: a package made from the stand-ins must not exist"
  exit /b 2
)
del /q artifacts\nupkg\*.nupkg artifacts\nupkg\*.snupkg 2>nul
for /d %%d in (src\*) do for %%p in (%%d\*.csproj) do dotnet pack "%%p" -c Release -o artifacts/nupkg -v q --nologo -p:ContinuousIntegrationBuild=true %arguments% || exit /b 1
dir /b artifacts\nupkg
exit /b 0

rem Without the tests of build.sh itself, which need a bash.
:run_test
set "results=artifacts\%host%\test-results"
if exist "%results%" rmdir /s /q "%results%"
set /a passed=0, failed=0, skipped=0
dotnet build Instrumentation.sln -c Release -v q --nologo
if errorlevel 1 (
  echo the build failed
  set /a failed+=1
  goto totals
)
set "left_out=Family.Tests"
call :choose_family
for /d %%d in (tests\*.Tests) do if exist "%%d\%%~nxd.csproj" if not "%%~nxd" == "%left_out%" call :test_project "%%d\%%~nxd.csproj" "%%~nxd"
:totals
set "line=%passed% passed, %failed% failed"
if not %skipped% == 0 set "line=%line%, %skipped% skipped"
if "%passed%%failed%" == "00" echo no test ran
echo %line%
if not %failed% == 0 exit /b 1
if %passed% == 0 exit /b 1
exit /b 0

rem The tests against packages that have no stand-ins. They are not in the solution.
:choose_family
if "%host%" == "offline" (
  echo Family.Tests is left out: there are no stand-ins for Akka.Persistence, Akka.Cluster and Akka.Streams
  exit /b 0
)
dotnet restore tests/Family.Tests/Family.Tests.csproj -v q --tl:off >nul 2>nul
if errorlevel 1 (
  echo Family.Tests is left out: its packages cannot be restored
  exit /b 0
)
set "left_out="
dotnet build tests/Family.Tests/Family.Tests.csproj -c Release -v q --nologo --no-restore
if errorlevel 1 (
  echo the build of Family.Tests failed
  set /a failed+=1
  set "left_out=Family.Tests"
)
exit /b 0

:test_project
set "before=%failed%"
dotnet test "%~1" -c Release --no-build --nologo -v q --blame-hang-timeout 4m --blame-hang-dump-type none --results-directory "%results%" --logger "trx;LogFileName=%~2.trx" --logger "console;verbosity=minimal" %arguments% <nul
set "ended=%ERRORLEVEL%"
if exist "%results%\%~2.trx" for /f "tokens=1,3,5,7 delims== " %%a in (%results%\%~2.trx) do if "%%a" == "<Counters" set /a passed+=%%~d, failed+=%%~c-%%~d, skipped+=%%~b-%%~c
if not %ended% == 0 if %failed% == %before% (
  echo %~2 did not finish
  set /a failed+=1
)
exit /b 0
