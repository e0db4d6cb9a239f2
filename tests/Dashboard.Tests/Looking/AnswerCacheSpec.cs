using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>How long an answer is used again.</summary>
public sealed class AnswerCacheSpec
{
    private readonly AnswerCache _cache = new();
    private int _made;

    [Fact]
    public async Task The_first_answer_of_a_view_is_slow_for_once_and_the_next_is_soon_computed_again()
    {
        await Ask("actors", "path=/user");
        await Eventually.Passes(() => Assert.Equal("2", Ask("actors", "path=/user").AsTask().GetAwaiter().GetResult()));
    }

    [Fact]
    public async Task Another_answer_that_is_expensive_is_used_again_for_twenty_times_as_long()
    {
        await Ask("actors", "path=/user");
        var began = Stopwatch.GetTimestamp();
        Assert.Equal("2", await Ask("actors", "find=a"));
        while (Stopwatch.GetElapsedTime(began) < TimeSpan.FromSeconds(2))
        {
            Assert.Equal("2", await Ask("actors", "find=a"));
            await Task.Yield();
        }
    }

    // Each takes 300 ms.
    private async ValueTask<string> Ask(string view, string query) => System.Text.Encoding.ASCII.GetString((await _cache.Get(view, $"{view}?{query}", () =>
    {
        Thread.Sleep(300);
        return new Answer(200, System.Text.Encoding.ASCII.GetBytes($"{++_made}"));
    })).Body);
}
