namespace AkkaInstrumentation.Tests;

/// <summary>How long an answer is used again.</summary>
public sealed class AnswerCacheSpec
{
    private readonly AnswerCache _cache = new(new AnswerBudget());
    private int _made;

    [Fact]
    public async Task The_first_answer_of_a_view_is_slow_for_once_and_the_next_is_soon_computed_again()
    {
        await Ask("path", "/user");
        await Eventually.Passes(() => Assert.Equal("2", Text(Ask("path", "/user").AsTask().GetAwaiter().GetResult())));
    }

    [Fact]
    public async Task Another_answer_that_is_expensive_is_used_again_for_twenty_times_as_long_with_its_age()
    {
        await Ask("path", "/user");
        var began = Stopwatch.GetTimestamp();
        Assert.Equal("2", Text(await Ask("find", "a")));
        var made = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(began) < TimeSpan.FromSeconds(2))
        {
            var least = Stopwatch.GetElapsedTime(made);
            var answer = await Ask("find", "a");
            Assert.Equal("2", Text(answer));
            Assert.InRange(answer.AgeSeconds, least.TotalSeconds, Stopwatch.GetElapsedTime(began).TotalSeconds);
            await Task.Yield();
        }
    }

    /// <summary>What took long may have waited for a busy machine, and its successor is as quick as ever.</summary>
    [Fact]
    public async Task No_answer_is_older_than_six_seconds_however_expensive_it_was()
    {
        await Ask("path", "/user");
        await _cache.Get(Asked("find", "a"), "ada", () => Slow(500));
        var oldest = 0.0;
        await Eventually.True(async () =>
        {
            var answer = await Ask("find", "a");
            oldest = Math.Max(oldest, answer.AgeSeconds);
            return Text(answer) != "slow";
        });

        Assert.InRange(oldest, 0, AnswerCache.MaxAgeSeconds);
    }

    /// <summary>One open tab is enough for that on a busy machine: nobody has asked too much.</summary>
    [Fact]
    public async Task A_viewer_whose_answer_is_not_ready_in_time_is_told_that_the_application_is_busy()
    {
        var cache = new AnswerCache(new AnswerBudget(), TimeSpan.Zero);
        using var slow = new ManualResetEventSlim();
        using var begun = new ManualResetEventSlim();
        var asked = Task.Run(() => cache.Get(Asked("find", "slow"), "ada", () =>
        {
            begun.Set();
            slow.Wait();
            return new Answer(200, "slow"u8.ToArray());
        }).AsTask());
        begun.Wait();
        var refused = await cache.Get(Asked("find", "other"), "ada", () => throw new InvalidOperationException("no turn"));
        slow.Set();
        await asked;
        Assert.Equal((503, "{\"problem\":\"The application is too busy to answer this page. Ask again in 1 s.\"}"), (refused.Status, Text(refused)));
    }

    /// <summary>Nobody waits for what another viewer has asked, and the status line waits for nothing else.</summary>
    [Fact]
    public async Task A_slow_question_holds_up_no_other_viewer_and_not_the_status_line()
    {
        using var slow = new ManualResetEventSlim();
        using var begun = new ManualResetEventSlim();
        var asked = Task.Run(() => _cache.Get(Asked("find", "slow"), "ada", () =>
        {
            begun.Set();
            slow.Wait();
            return new Answer(200, "slow"u8.ToArray());
        }).AsTask());
        begun.Wait();
        Assert.Equal("quick", Text(await _cache.Get(Asked("find", "quick"), "bob", () => new Answer(200, "quick"u8.ToArray()))));
        Assert.Equal("status", Text(await _cache.Get(new ViewQuestion("status"), "ada", () => new Answer(200, "status"u8.ToArray()))));
        var waits = _cache.Get(Asked("find", "next"), "ada", () => new Answer(200, "next"u8.ToArray())).AsTask();
        Assert.False(waits.IsCompleted);
        slow.Set();
        Assert.Equal(("slow", "next"), (Text(await asked), Text(await waits)));
    }

    [Fact]
    public async Task A_viewer_with_too_many_questions_at_once_is_refused_and_others_are_not()
    {
        using var slow = new ManualResetEventSlim();
        var asked = Enumerable.Range(0, 1_000).Select(i => Task.Run(() => _cache.Get(Asked("find", $"{i}"), "ada", () =>
        {
            slow.Wait();
            return new Answer(200, []);
        }).AsTask())).ToList();
        await Eventually.True(() =>
            asked.Count(task => task is { IsCompletedSuccessfully: true, Result.Status: 503 }) == 1_000 - AnswerCache.MaxWaiting);
        Assert.All(asked.Where(task => task.IsCompleted), task => Assert.Equal(1, task.Result.RetryAfterSeconds));
        Assert.Equal(200, (await _cache.Get(new ViewQuestion("overview"), "bob", () => new Answer(200, []))).Status);
        slow.Set();
        await Task.WhenAll(asked);
    }

    [Fact]
    public async Task While_the_budget_refuses_a_view_is_answered_as_before_for_six_seconds_and_at_no_cost()
    {
        var budget = new AnswerBudget();
        var cache = new AnswerCache(budget);
        var view = new ViewQuestion("overview");
        await cache.Get(view, "ada", () => new Answer(200, "before"u8.ToArray()));
        budget.Spend("ada", 100 * Stopwatch.Frequency, Stopwatch.GetTimestamp());
        var (spent, last) = (budget.Spent, 0.0);
        await Eventually.True(async () =>
        {
            var answer = await cache.Get(view, "ada", () => throw new InvalidOperationException("It is made over budget."));
            last = Math.Max(last, answer.AgeSeconds);
            return answer.Status == 503;
        });
        Assert.InRange(last, 1.5, AnswerCache.MaxAgeSeconds);
        Assert.Equal(spent, budget.Spent);
    }

    [Fact]
    public async Task A_refusal_is_sent_without_waiting_for_a_turn_and_computed_once()
    {
        var budget = new AnswerBudget();
        var cache = new AnswerCache(budget);
        using var slow = new ManualResetEventSlim();
        using var begun = new ManualResetEventSlim();
        var asked = Task.Run(() => cache.Get(Asked("find", "slow"), "ada", () =>
        {
            begun.Set();
            slow.Wait();
            return new Answer(200, []);
        }).AsTask());
        begun.Wait();
        budget.Spend("ada", 100 * Stopwatch.Frequency, Stopwatch.GetTimestamp());
        var refusals = Enumerable.Range(0, 2).Select(i => cache.Get(Asked("find", $"{i}"), "ada", () => new Answer(200, []))).ToList();
        Assert.All(refusals, refusal => Assert.True(refusal.IsCompleted));
        Assert.Same(await refusals[0], await refusals[1]);
        slow.Set();
        await asked;
    }

    [Fact]
    public async Task Answers_are_bounded_in_number_and_searches_push_out_no_view()
    {
        await _cache.Get(new ViewQuestion("overview"), "ada", () => new Answer(200, "1"u8.ToArray()));
        for (var i = 0; i < 1_000; i++)
        {
            await _cache.Get(Asked("find", $"{i}"), "ada", () => new Answer(200, []));
            Assert.InRange(_cache.Count, 1, AnswerCache.MaxSearches + 1);
        }

        Assert.NotEqual("2", Text(await _cache.Get(Asked("find", "999"), "ada", () => new Answer(200, "2"u8.ToArray()))));
    }

    [Fact]
    public async Task A_parameter_that_nobody_knows_makes_no_other_answer()
    {
        await using var host = await DashboardHost.Open();
        await host.Get("overview");
        var before = host.Lease.Current!.Answers.Count;
        for (var i = 0; i < 20; i++)
        {
            await host.Get($"overview?x={i}&find={i}");
            await host.Get($"actors?find=a&x={i}");
        }

        Assert.InRange(host.Lease.Current!.Answers.Count, before, before + 1);
    }

    [Fact]
    public void Two_different_questions_never_share_an_answer() => Assert.Equal(
        4,
        new[] { new ViewQuestion("actors", ("path", "a"), ("find", "b")), new("actors", ("path", "a 1:b"), ("find", "")),
            new("actors", ("path", ""), ("find", "a 1:b")), new("actors", ("path", "b"), ("find", "a")) }
            .Select(question => question.Key).Distinct().Count());

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

    private static ViewQuestion Asked(string name, string value) => new("actors", (name, value));

    private static Answer Slow(int milliseconds)
    {
        Work(milliseconds);
        return new Answer(200, "slow"u8.ToArray());
    }

    private static string Text(Answer answer) => System.Text.Encoding.ASCII.GetString(answer.Body);

    private static void Work(int milliseconds)
    {
        var timer = ProcessorTimer.Start();
        while (timer.Elapsed < Stopwatch.Frequency * milliseconds / 1_000)
        {
            Thread.SpinWait(1_000);
        }
    }

    // Each takes 300 ms of processor time.
    private ValueTask<Answer> Ask(string name, string value) => _cache.Get(Asked(name, value), "ada", () =>
    {
        Work(300);
        return new Answer(200, System.Text.Encoding.ASCII.GetBytes($"{++_made}"));
    });
}
