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
        await Eventually.Passes(() => Assert.Equal("2", Text(Ask("actors", "path=/user").AsTask().GetAwaiter().GetResult())));
    }

    [Fact]
    public async Task Another_answer_that_is_expensive_is_used_again_for_twenty_times_as_long_with_its_age()
    {
        await Ask("actors", "path=/user");
        var began = Stopwatch.GetTimestamp();
        Assert.Equal("2", Text(await Ask("actors", "find=a")));
        var made = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(began) < TimeSpan.FromSeconds(2))
        {
            var least = Stopwatch.GetElapsedTime(made);
            var answer = await Ask("actors", "find=a");
            Assert.Equal("2", Text(answer));
            Assert.InRange(answer.AgeSeconds, least.TotalSeconds, Stopwatch.GetElapsedTime(began).TotalSeconds);
            await Task.Yield();
        }
    }

    /// <summary>What took long may have waited for a busy machine, and its successor is as quick as ever.</summary>
    [Fact]
    public async Task No_answer_is_older_than_six_seconds_however_expensive_it_was()
    {
        await Ask("actors", "path=/user");
        await _cache.Get("actors", "find=a", () => Slow(TimeSpan.FromMilliseconds(500)));
        var oldest = 0.0;
        await Eventually.True(async () =>
        {
            var answer = await Ask("actors", "find=a");
            oldest = Math.Max(oldest, answer.AgeSeconds);
            return Text(answer) != "slow";
        });

        Assert.InRange(oldest, 0, AnswerCache.MaxAgeSeconds);
    }

    [Fact]
    public async Task A_page_gets_the_age_of_an_answer_that_is_used_again()
    {
        await using var host = await DashboardHost.Open();
        await Eventually.True(async () =>
        {
            using var response = await host.Client.GetAsync("api/v1/overview");
            return response.Headers.Age is not null;
        });
    }

    private static Answer Slow(TimeSpan time)
    {
        Thread.Sleep(time);
        return new Answer(200, "slow"u8.ToArray());
    }

    private static string Text(Answer answer) => System.Text.Encoding.ASCII.GetString(answer.Body);

    // Each takes 300 ms.
    private ValueTask<Answer> Ask(string view, string query) => _cache.Get(view, $"{view}?{query}", () =>
    {
        Thread.Sleep(300);
        return new Answer(200, System.Text.Encoding.ASCII.GetBytes($"{++_made}"));
    });
}
