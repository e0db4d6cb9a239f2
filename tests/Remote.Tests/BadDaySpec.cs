using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>Half a minute of benchmarks/BadDay: everything that can go wrong at once. Its table says what does not hold.</summary>
public sealed class BadDaySpec(ITestOutputHelper output)
{
    private const int Seconds = 30;

    [Fact]
    public async Task Thirty_seconds_of_faults_break_no_promise()
    {
        using var program = ProgramUnderTest.Start(BuiltProgram.ForLong(BuiltProgram.Info("BadDay", $"{Seconds}")));
        var (exitCode, text, _) = await program.End(TimeSpan.FromMinutes(4));
        output.WriteLine(text);
        Assert.Equal(0, exitCode);
        Assert.Contains("all that was promised holds", text, StringComparison.Ordinal);
    }
}
