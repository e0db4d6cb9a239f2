namespace AkkaInstrumentation.Benchmarks;

/// <summary>What a message can meet: who listens, what is decided about it, and what its handler does.</summary>
/// <param name="Name">As in the results.</param>
public sealed record Life(string Name)
{
    private const string Nobody = "nothing is collected";
    private const string Asked = "listeners, context, random number, baggage; begin time stored; count by type";
    private const string AskedInside = "the same inside an activity: its ids compared too, at the handler what is current";
    private const string Unsampled = "tracing.sampling.ratio = 0";
    private const string Filtered = "rules.none { message = Message, trace = never }";

    /// <summary>False: plain Akka.</summary>
    public bool Installed { get; init; } = true;

    public Listening Listening { get; init; } = Listening.Nobody;

    /// <summary>Lines under <c>akka.instrumentation</c>.</summary>
    public string Settings { get; init; } = "tracing.sampling.ratio = 1";

    /// <summary>Plain Akka with an actor that does by hand what the instrumentation would.</summary>
    public bool IsByHand { get; init; }

    /// <summary>Sent by an actor: one attribute more.</summary>
    public bool HasSender { get; init; }

    /// <summary>Sent inside an activity: null is none, else whether that is recorded.</summary>
    public bool? Inside { get; init; }

    /// <summary>What the handler does.</summary>
    public Handling Handling { get; init; }

    /// <summary>The row of <see cref="Floors"/> that nobody can be cheaper than; null where nothing is asked of the platform.</summary>
    public string? Floor { get; init; }

    public static IReadOnlyList<Life> All { get; } =
    [
        new("plain Akka") { Installed = false },
        new("off") { Settings = "tracing.enabled = off, metrics.enabled = off" },
        new(Nobody),
        new("metrics, not timed") { Listening = Listening.Metrics, Settings = "metrics.distributions-rate = 10", Floor = "random number; count by type" },
        new("metrics, every message timed")
        {
            Listening = Listening.Metrics,
            Settings = "metrics.distributions = all",
            Floor = "2 histograms, 3 cached tags; 2 clock reads",
        },
        new("filtered, root") { Listening = Listening.Spans, Settings = Filtered },
        new("filtered, child") { Listening = Listening.Spans, Settings = Filtered, Inside = true },
        new("unsampled root") { Listening = Listening.Spans, Settings = Unsampled, Floor = Asked },
        new("unsampled child") { Listening = Listening.Spans, Settings = Unsampled, Inside = false, Floor = AskedInside },
        new("unsampled root, metrics")
        {
            Listening = Listening.Both,
            Settings = $"metrics.distributions-rate = 10, {Unsampled}",
            Floor = Asked,
        },
        new("budget exhausted") { Listening = Listening.Spans, Settings = "tracing.sampling.budget = 0.1", Floor = Asked },
        new("dropped by the SDK, root") { Listening = Listening.Dropped, Floor = "span, root, dropped by the SDK" },
        new("recorded root, 5 attributes") { Listening = Listening.Spans, Floor = "span, root, 5 attributes, the wait measured" },
        new("recorded root, 6 attributes") { Listening = Listening.Spans, HasSender = true, Floor = "span, root, 6 attributes, the wait measured" },
        new("recorded child, 5 attributes") { Listening = Listening.Spans, Inside = true, Floor = "span, child, 5 attributes, the wait measured" },
        new("recorded child, 6 attributes") { Listening = Listening.Spans, Inside = true, HasSender = true, Floor = "span, child, 6 attributes, the wait measured" },
        new("sent by a handler, plain Akka") { Installed = false, Handling = Handling.Sending },
        new($"sent by a handler, {Nobody}") { Handling = Handling.Sending },
        new("sent by a handler, metrics, not timed")
        {
            Listening = Listening.Metrics,
            Settings = "metrics.distributions-rate = 10",
            Handling = Handling.Sending,
        },
        new("sent by a handler, unsampled child") { Listening = Listening.Spans, Settings = Unsampled, Handling = Handling.Sending },
        new("failed, plain Akka") { Installed = false, Handling = Handling.Failing },
        new($"failed, {Nobody}") { Handling = Handling.Failing },
        new("failed, recorded root") { Listening = Listening.Spans, Handling = Handling.Failing, Floor = "span, root, 6 attributes and a status" },
        new("async, plain Akka") { Installed = false, Handling = Handling.Awaiting },
        new($"async, {Nobody}") { Handling = Handling.Awaiting },
        new("async, an activity around it, by hand") { Installed = false, IsByHand = true, Handling = Handling.AwaitingInside },
        new("async, unsampled root") { Listening = Listening.Spans, Settings = Unsampled, Handling = Handling.Awaiting },
        new("async, recorded root") { Listening = Listening.Spans, Handling = Handling.Awaiting, Floor = "span, root, 5 attributes, the wait measured" },
    ];

    /// <summary>The row of plain Akka that this one stands above.</summary>
    public Life Plain => All.Single(life => life is { Installed: false, IsByHand: false } && life.Handling == (IsByHand ? Handling.Awaiting : Handling));

    public override string ToString() => Name;
}

/// <summary>What the handler of a message does.</summary>
public enum Handling
{
    /// <summary>Nothing.</summary>
    Nothing,

    /// <summary>It sends the next message to its own actor. So each message but the first is a child of the one before.</summary>
    Sending,

    /// <summary>It throws, and its supervisor decides to resume.</summary>
    Failing,

    /// <summary>It awaits something that is completed later.</summary>
    Awaiting,

    /// <summary>The same inside an activity that is made once and made current around each handler, in the cheapest way that there is.</summary>
    AwaitingInside,
}
