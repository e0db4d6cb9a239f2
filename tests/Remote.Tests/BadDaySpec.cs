using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>Half a minute of benchmarks/BadDay: everything that can go wrong at once. Its table says what does not hold.</summary>
public sealed class BadDaySpec(ITestOutputHelper output)
{
    private const int Seconds = 30;

    [Fact]
    public async Task Half_a_bad_minute_breaks_no_promise()
    {
        using var program = BuiltProgram.Start("BadDay", $"{Seconds}");
        try
        {
            var text = program.StandardOutput.ReadToEndAsync();
            await program.WaitForExitAsync().WaitAsync(TimeSpan.FromMinutes(4));
            output.WriteLine(await text);
            Assert.Equal(0, program.ExitCode);
            Assert.Contains("all that was promised holds", await text, StringComparison.Ordinal);
        }
        finally
        {
            if (!program.HasExited)
            {
                program.Kill(entireProcessTree: true);
            }
        }
    }
}
