using System.Runtime.InteropServices;

namespace AkkaInstrumentation.Tests.Instructions;

/// <summary>A test that steps through another process by ptrace.</summary>
internal sealed class FactOnLinuxX64Attribute : FactAttribute
{
    public FactOnLinuxX64Attribute()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != Architecture.X64)
        {
            Skip = "counts instructions by ptrace: Linux on x64";
        }
    }
}
