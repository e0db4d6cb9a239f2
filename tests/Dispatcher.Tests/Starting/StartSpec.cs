using System.Diagnostics;
using System.Globalization;
using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests.Starting;

/// <summary>
/// What the instrumentation adds to the start of an actor system, in processes of their own: methods that the runtime compiles, which is most of the
/// time, and bytes. Nobody listens. The limits leave room for another runtime. Who adds a generic type over a struct, or reads the
/// configuration once more, meets them.
/// </summary>
public sealed class StartSpec(ITestOutputHelper output)
{
    private const int Methods = 1_150;
    private const long Bytes = 200_000;

    private static readonly Lazy<Task<Started>> Plain = new(() => Start(instrumented: false));
    private static readonly Lazy<Task<Started>> Instrumented = new(() => Start(instrumented: true));

    [Fact]
    public async Task The_first_system_and_its_first_actor_make_the_runtime_compile_a_limited_number_of_methods()
    {
        var (plain, instrumented) = (await Plain.Value, await Instrumented.Value);
        output.WriteLine($"{instrumented.Methods - plain.Methods} above {plain.Methods}");
        Assert.InRange(instrumented.Methods - plain.Methods, 1, Methods);
    }

    [Fact]
    public async Task Another_system_allocates_a_limited_number_of_bytes()
    {
        var (plain, instrumented) = (await Plain.Value, await Instrumented.Value);
        output.WriteLine($"{instrumented.Bytes - plain.Bytes} above {plain.Bytes}");
        Assert.InRange(instrumented.Bytes - plain.Bytes, 1, Bytes);
    }

    // No method is compiled a second time because it is called often: that would depend on time.
    private static async Task<Started> Start(bool instrumented)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(StartedProgram).Assembly.Location, StartedProgram.Argument, $"{instrumented}"])
        {
            RedirectStandardOutput = true,
            Environment = { ["DOTNET_TC_CallCounting"] = "0", ["DOTNET_TieredPGO"] = "0" },
        };
        using var process = Process.Start(start)!;
        var line = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        var numbers = line.Split(' ');
        return new Started(int.Parse(numbers[0], CultureInfo.InvariantCulture), long.Parse(numbers[1], CultureInfo.InvariantCulture));
    }

    private sealed record Started(int Methods, long Bytes);
}
