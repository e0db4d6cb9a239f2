namespace AkkaInstrumentation.Tests.Health;

/// <summary>What is shown of an exception: its text on one line, cut, and the application's first method in its stack.</summary>
public sealed class FailureTextSpec
{
    [Fact]
    public async Task The_first_frame_is_that_of_the_application_through_frameworks_lambdas_and_awaits()
    {
        Assert.Equal("FailureTextSpec.Repository.Parse", Of(() => Repository.Parse("x")).Frame);
        Assert.Equal("FailureTextSpec.Repository.Lambda", Of(() => Repository.Lambda()).Frame);
        Assert.Equal("FailureTextSpec.Repository.Awaits", (await OfAsync(Repository.Awaits)).Frame);
        Assert.Equal("FailureTextSpec.Repository.ctor", Of(() => _ = new Repository()).Frame);
        Assert.Equal("FailureTextSpec.Handles.ctor", (await OfAsync(new Handles().Handler)).Frame);
        Assert.Equal("", FailureText.Of(new InvalidOperationException("never thrown"), typeof(Repository), 1).Frame);
    }

    /// <summary>A stack costs more than a failure.</summary>
    [Fact]
    public async Task However_many_fail_an_exception_is_read_once_a_second()
    {
        await using var system = Systems.Instrumented();
        system.ActorOf(Echo.Props);
        var failures = new FailureCount(system.Extension.Metrics.ActorTypes.First(), "Counting");
        var texts = new FailureTextCache();
        var exception = new Counting();
        for (var i = 0; i < 1_000; i++)
        {
            texts.Read(failures, exception, typeof(Repository), 1 + (i * System.Diagnostics.Stopwatch.Frequency / 500));
        }

        Assert.Equal(2, exception.Reads);
    }

    [Fact]
    public void An_exception_whose_text_throws_has_none() =>
        Assert.Equal(("", ""), (FailureText.Of(new Hostile(), null, 1).Message, FailureText.Of(new Hostile(), null, 1).Frame));

    [Theory]
    [InlineData("on", "the password is x")]
    [InlineData("off", "")]
    public async Task It_is_shown_as_the_setting_says(string setting, string shown)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.failure-texts = {setting}\nakka.loglevel = OFF");
        system.ActorOf((_, _) => throw new InvalidOperationException("the password is x")).TellNumbers(1);
        await Eventually.True(() => system.Extension.Failures.Read().Any());
        var failure = Assert.Single(system.Extension.Failures.Read()).Latest;
        Assert.Equal((shown, shown.Length > 0), (failure.Text, failure.Frame.Length > 0));
    }

    private static FailureText Of(Action fails) => FailureText.Of(Assert.ThrowsAny<Exception>(fails), typeof(Repository), 1);

    private static async Task<FailureText> OfAsync(Func<Task> fails) =>
        FailureText.Of(await Assert.ThrowsAnyAsync<Exception>(fails), typeof(Repository), 1);

    private sealed class Repository
    {
        public Repository() => throw new InvalidOperationException();

        public static void Parse(string text) => _ = int.Parse(text, System.Globalization.CultureInfo.InvariantCulture);

        public static List<int> Lambda() => new[] { 1 }.Select(_ => int.Parse("x", System.Globalization.CultureInfo.InvariantCulture)).ToList();

        public static async Task Awaits()
        {
            await Task.Yield();
            throw new InvalidOperationException();
        }
    }

    // As an actor has its handlers.
    private sealed class Handles
    {
        public Handles() => Handler = async () =>
        {
            await Task.Yield();
            throw new InvalidOperationException();
        };

        public Func<Task> Handler { get; }
    }

    private sealed class Counting : Exception
    {
        public int Reads { get; private set; }

        public override string Message
        {
            get
            {
                Reads++;
                return "read";
            }
        }
    }

    private sealed class Hostile : Exception
    {
        public override string Message => throw new InvalidOperationException("hostile");
    }
}
