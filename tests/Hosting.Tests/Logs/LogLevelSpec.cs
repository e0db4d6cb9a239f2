using AkkaLevel = Akka.Event.LogLevel;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>The log level of single actors, with the host's logging at the far end.</summary>
public sealed class LogLevelSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromHours(1);

    [Fact]
    public async Task One_actor_logs_at_debug_until_its_lines_are_over_and_the_others_stay()
    {
        await using var talk = await Talk.Start(new AkkaLogLevelFilter());
        talk.Say("before");
        await talk.Lines(); // a logger asks the filter when it writes
        using var level = talk.Control.SetLogLevel("/user/one", AkkaLevel.DebugLevel, Long, lines: 2);
        talk.Say("first");
        talk.Say("second");
        talk.Say("third");
        var lines = await talk.Lines();
        Assert.Equal(["one: debug first", "one: debug second"], lines.Where(line => line.Contains("debug", StringComparison.Ordinal)));
        Assert.Equal(8, lines.Count(line => line.Contains("info", StringComparison.Ordinal)));
        Assert.Empty(talk.Control.LogLevels()); // over by itself
    }

    [Fact]
    public async Task It_ends_with_its_time_or_when_it_is_disposed_of()
    {
        await using var talk = await Talk.Start(new AkkaLogLevelFilter());
        talk.Control.SetLogLevel("/user/**", AkkaLevel.DebugLevel, TimeSpan.FromTicks(1));
        talk.Say("late");
        talk.Control.SetLogLevel("/user/**", AkkaLevel.DebugLevel, Long).Dispose();
        talk.Say("disposed");
        Assert.DoesNotContain(await talk.Lines(), line => line.Contains("debug", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_noisy_actor_can_be_made_quiet_and_the_latest_of_two_levels_applies()
    {
        await using var talk = await Talk.Start(new AkkaLogLevelFilter());
        using var all = talk.Control.SetLogLevel("/user/*", AkkaLevel.DebugLevel, Long);
        using var quiet = talk.Control.SetLogLevel("/user/one", AkkaLevel.WarningLevel, Long);
        talk.Say("x");
        Assert.Equal(["two: debug x", "two: info x"], (await talk.Lines()).Where(line => line.EndsWith(" x", StringComparison.Ordinal)));
    }

    /// <summary>When this fails, AddLoggerFactory(filter) needs no logger of its own any more.</summary>
    [Fact]
    public async Task Akka_Hostings_own_logger_does_not_ask_the_filters()
    {
        await using var talk = await Talk.Start(loggers =>
        {
            loggers.LogLevel = AkkaLevel.DebugLevel;
            loggers.AddLoggerFactory().WithLogFilter(filters => filters.Add(new AkkaLogLevelFilter()));
        });
        talk.Say("x");
        Assert.Contains("one: debug x", await talk.Lines());
    }

    [Fact]
    public async Task A_system_that_cannot_do_it_says_why()
    {
        await using var without = await Talk.Start(loggers => loggers.AddLoggerFactory());
        Assert.Contains("AkkaLogLevelFilter", Refused(without).Message, StringComparison.Ordinal);
        await using var high = await Talk.Start(
            loggers => loggers.AddLoggerFactory().WithLogFilter(filters => filters.Add(new AkkaLogLevelFilter())));
        Assert.Contains("loggers of actors read it once", Refused(high).Message, StringComparison.Ordinal);
        Assert.Empty(high.Control.LogLevels());

        static InvalidOperationException Refused(Talk talk) => Assert.Throws<InvalidOperationException>(
            () => talk.Control.SetLogLevel("/user/one", AkkaLevel.DebugLevel, Long));
    }

    /// <summary>Whoever may change something may do it often.</summary>
    [Fact]
    public async Task At_most_twenty_are_in_force_and_what_is_over_makes_room()
    {
        await using var talk = await Talk.Start(new AkkaLogLevelFilter());
        var running = Enumerable.Range(0, 20).Select(i => talk.Control.SetLogLevel($"/user/{i}", AkkaLevel.DebugLevel, Long)).ToList();
        Assert.Throws<InvalidOperationException>(() => talk.Control.SetLogLevel("/user/one", AkkaLevel.DebugLevel, Long));
        running[7].Dispose();
        using var last = talk.Control.SetLogLevel("/user/one", AkkaLevel.DebugLevel, Long);
        Assert.Equal(20, talk.Control.LogLevels().Count);
        running.ForEach(level => level.Dispose());
        running.ForEach(level => level.Dispose());
        Assert.Single(talk.Control.LogLevels());
    }

    [Theory]
    [InlineData("", 60, 1)]
    [InlineData("orders", 60, 1)]
    [InlineData("/user/a\nb", 60, 1)]
    [InlineData("/user/one", 0, 1)]
    [InlineData("/user/one", 86_401, 1)]
    [InlineData("/user/one", 60, 0)]
    [InlineData("/user/one", 60, 100_001)]
    public async Task What_has_no_bound_or_no_meaning_is_refused(string path, int seconds, int lines)
    {
        await using var talk = await Talk.Start(new AkkaLogLevelFilter());
        Assert.ThrowsAny<ArgumentException>(() => talk.Control.SetLogLevel(path, AkkaLevel.DebugLevel, TimeSpan.FromSeconds(seconds), lines));
        Assert.Empty(talk.Control.LogLevels());
    }

    /// <summary>Two actors, of which each says every word at debug and at info.</summary>
    private sealed class Talk : IAsyncDisposable
    {
        private readonly ConcurrentQueue<string> _lines = new();
        private TestHost _host = null!;
        private IActorRef[] _actors = [];
        private int _said;

        public AkkaInstrumentationControl Control => AkkaInstrumentationExtension.For(_host.System).Control;

        public static Task<Talk> Start(AkkaLogLevelFilter filter) => Start(loggers => loggers.AddLoggerFactory(filter));

        public static async Task<Talk> Start(Action<LoggerConfigBuilder> loggers)
        {
            var talk = new Talk();
            talk._host = await TestHost.StartWithServices(
                (akka, _) => akka
                    .AddHocon("akka.logger-startup-timeout = 60s", HoconAddMode.Prepend)
                    .ConfigureLoggers(all => loggers(all.ClearLoggers()))
                    .WithInstrumentation(),
                host =>
                {
                    host.Logging.SetMinimumLevel(LogLevel.Trace);
                    host.Logging.AddProvider(new LineProvider((_, _, _, _, text) => talk._lines.Enqueue(text)));
                });
            talk._actors = [.. new[] { "one", "two" }.Select(name => talk._host.System.ActorOf(Props.Create(() => new Talker(name)), name))];
            return talk;
        }

        public void Say(string word)
        {
            _said++;
            foreach (var actor in _actors)
            {
                actor.Tell(word);
            }
        }

        /// <summary>What they have logged, once a last word at error has arrived from each.</summary>
        public async Task<IReadOnlyList<string>> Lines()
        {
            var last = $"end {++_said}";
            foreach (var actor in _actors)
            {
                actor.Tell(last);
            }

            await Eventually.True(() => _lines.Count(line => line.Contains(last, StringComparison.Ordinal)) == _actors.Length);
            return [.. _lines.Select(Words).OfType<string>()
                .Where(line => !line.Contains(": end ", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];
        }

        public ValueTask DisposeAsync() => _host.DisposeAsync();

        // Behind Akka's prefix.
        private static string? Words(string line) => line.IndexOf("one: ", StringComparison.Ordinal) is >= 0 and var one ? line[one..]
            : line.IndexOf("two: ", StringComparison.Ordinal) is >= 0 and var two ? line[two..] : null;

        private sealed class Talker : ReceiveActor
        {
            public Talker(string name)
            {
                var log = Context.GetLogger();
                Receive<string>(word => word.StartsWith("end", StringComparison.Ordinal), word => log.Error($"{name}: {word}"));
                Receive<string>(word =>
                {
                    log.Debug($"{name}: debug {word}");
                    log.Info($"{name}: info {word}");
                });
            }
        }
    }
}
