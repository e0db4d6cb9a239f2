using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>A test that steps through another process by ptrace and expects optimised code; where that cannot be, it says why.</summary>
internal sealed class FactWhereInstructionsCountAttribute : FactAttribute
{
    private static readonly Lazy<string?> Obstacle = new(Find);

    public FactWhereInstructionsCountAttribute() => Skip = Obstacle.Value;

    private static string? Find() =>
        !OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != Architecture.X64 ? "counts instructions by ptrace: Linux on x64"
        : IsDebug() ? "counts the instructions of optimised code: not in Debug"
        : !Stepper.IsPermitted() ? "ptrace is not permitted here (a container's seccomp profile, or kernel.yama.ptrace_scope above 1)"
        : null;

    private static bool IsDebug() =>
        typeof(AkkaTelemetry).Assembly.GetCustomAttributes(typeof(DebuggableAttribute), inherit: false) is [DebuggableAttribute { IsJITOptimizerDisabled: true }];
}
