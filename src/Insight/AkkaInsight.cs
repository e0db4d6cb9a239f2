using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Reads the state of a running actor system. Get it by <c>system.GetInsight()</c>. It sends no message and holds only a reference to the actor
/// system's instrumentation. Only <see cref="ReadStateAsync"/> waits. Any thread.
/// </summary>
public sealed class AkkaInsight
{
    private readonly AkkaInstrumentationExtension _system;

    internal AkkaInsight(AkkaInstrumentationExtension system) => _system = system;

    /// <summary>
    /// Diagnoses the actor system now, with the default thresholds of the health check. The result has the probable causes of its troubles, each with
    /// evidence and next step. Whether an actor lacks a thread is known a quarter of a second after the first call. The call visits each mailbox.
    /// </summary>
    /// <returns>The diagnosis. Its <see cref="AkkaDiagnosis.ToString"/> returns all of it as text for people.</returns>
    [Experimental(Experiments.DiagnosisId)]
    public AkkaDiagnosis Diagnose() => AkkaDiagnosis.Read(_system);

    /// <summary>
    /// Explains the settings for messages of a type at an actor, and names the rule, attribute or setting behind each. The call looks the actor up,
    /// so use it for diagnosis and tests.
    /// </summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address. Rules about actor types need a running actor.</param>
    /// <param name="messageType">The message's type.</param>
    /// <returns>The values, the source of each, and for each rule whether it matches.</returns>
    /// <exception cref="ArgumentException"><paramref name="actorPath"/> is no path.</exception>
    public AkkaExplanation Explain(string actorPath, Type messageType)
    {
        ArgumentNullException.ThrowIfNull(messageType);
        return new AkkaExplanation(_system, actorPath, messageType);
    }

    /// <summary>The same with the name of the type, as spans show it or with its namespace.</summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <param name="messageType">Name of a loaded type: <c>PlaceOrder</c>, <c>Outer.Inner</c>, <c>Shop.PlaceOrder</c>.</param>
    /// <returns>The values, the source of each, and for each rule whether it matches.</returns>
    /// <exception cref="ArgumentException">No loaded type or several types have the name, or the path is no path.</exception>
    [RequiresUnreferencedCode(LoadedTypes.Trimmed)]
    internal AkkaExplanation Explain(string actorPath, string messageType) => Explain(actorPath, LoadedTypes.Find(messageType));

    /// <summary>
    /// The last messages of an actor for which a rule or its Props set <c>last-messages</c>. They are read while the actor works. The call looks the
    /// actor up, so use it for diagnosis.
    /// </summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <returns>The messages, the latest first; null when no actor has the path or its messages are not kept.</returns>
    /// <exception cref="ArgumentException"><paramref name="actorPath"/> is no path.</exception>
    public IReadOnlyList<AkkaLastMessage>? LastMessages(string actorPath) =>
        LastMessageObserver.Of(_system.Insight.Looks.MailboxAt(LivingActors.WithoutAddress(actorPath)));

    /// <summary>
    /// What one actor shows of itself between two of its messages, on its own thread: the state of an <c>FSM</c>, what it shows as an
    /// <see cref="IShowsState"/>, its stash, timers and children. <c>akka.instrumentation.actor-states</c> must be on. Akka shows nobody the
    /// behaviour that an actor has by <c>Become</c>.
    /// </summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <param name="patience">How long it waits for an actor that is busy; null for a second. Afterwards the answer says what the actor does.</param>
    /// <returns>The state; null when no actor has the path.</returns>
    /// <exception cref="ArgumentException"><paramref name="actorPath"/> is no path.</exception>
    [Experimental(Experiments.StateId)]
    public Task<AkkaActorState?> ReadStateAsync(string actorPath, TimeSpan? patience = null) =>
        _system.Insight.States.Read(LivingActors.WithoutAddress(actorPath), patience ?? TimeSpan.FromSeconds(1));

    /// <summary>
    /// The messages that actors have handled or awaited in for a tenth of a second or longer: which actor hangs, in which message, since when. The
    /// call visits each mailbox once. If neither durations nor spans are collected, an age counts from the first call that saw the message.
    /// </summary>
    /// <returns>The oldest first, at most <see cref="AkkaMessagesAtWork.MaxMessages"/>, and their number.</returns>
    public AkkaMessagesAtWork MessagesAtWork()
    {
        var found = AkkaMessagesAtWork.Read(_system.Metrics, AkkaMessagesAtWork.Moment, Stopwatch.GetTimestamp());
        return new() { Messages = found.Worst, Count = found.Count };
    }

    /// <summary>
    /// The latest lost message of each kind, while metrics are on: sender, message type, receiver, reason, time and trace.
    /// </summary>
    /// <returns>The latest first, at most <see cref="AkkaLostMessage.MaxMessages"/>.</returns>
    public IReadOnlyList<AkkaLostMessage> LostMessages() => AkkaLostMessage.Read(_system.Losses);

    /// <summary>
    /// Calls code of the application when a trouble begins and when it has ended, for example to shed load or to notify an actor.
    /// <c>insight.OnFinding(system.EventStream.Publish, system.EventStream.Publish)</c> publishes both to Akka's event stream, where
    /// <see cref="AkkaFinding.HasEnded"/> distinguishes them. All mailboxes are checked once a second.
    /// </summary>
    /// <param name="begun">Called once for each trouble that begins. The calls come from a separate thread, one at a time. While one blocks, no new
    /// troubles are looked for. Its exceptions are counted and ignored.</param>
    /// <param name="ended">Called in the same way when the trouble has ended. With null, the end is not reported.</param>
    /// <param name="thresholds">The thresholds, for example for too old and too often; null for the defaults of the health check.</param>
    /// <returns>Dispose of it to end the calls. They also end with the actor system; troubles that have not ended by then are not reported as
    /// ended.</returns>
    /// <exception cref="ArgumentException">A threshold is not allowed.</exception>
    [Experimental(Experiments.FindingsId)]
    public IDisposable OnFinding(Action<AkkaFinding> begun, Action<AkkaFinding>? ended = null, AkkaHealthCheckOptions? thresholds = null)
    {
        ArgumentNullException.ThrowIfNull(begun);
        if (thresholds is not null && HealthLimits.Wrong(thresholds, nameof(thresholds)) is { Count: > 0 } wrong)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, wrong), nameof(thresholds));
        }

        var watch = new FindingWatch(_system, thresholds ?? new(), begun, ended);
        BackgroundThread.TryAdd(watch);
        return watch;
    }

    /// <summary>
    /// Reads all that is known now into one object, whose <see cref="AkkaIncident.ToJson"/> and <see cref="AkkaIncident.ToMarkdown"/> are files for
    /// those who look at it later. It visits each mailbox.
    /// </summary>
    /// <returns>The incident.</returns>
    [Experimental(Experiments.FindingsId)]
    public AkkaIncident ReadIncident() => AkkaIncident.Read(_system, new());

    /// <summary>
    /// Writes an incident to a directory when a trouble begins: <c>akka-incident-shop-20260102T030405678-blocking.json</c> and <c>.md</c>. At most
    /// one a minute is written; the latest 20 of the last seven days stay, older ones are deleted. If a file cannot be written, the log says so.
    /// </summary>
    /// <param name="directory">The directory. It is made if it is not there.</param>
    /// <param name="thresholds">What counts as too old and too often; null for the defaults of the health check.</param>
    /// <returns>Dispose of it to end this. It also ends with the actor system.</returns>
    /// <exception cref="ArgumentException">A threshold is not allowed, or the directory is empty.</exception>
    [Experimental(Experiments.FindingsId)]
    public IDisposable WriteIncidents(string directory, AkkaHealthCheckOptions? thresholds = null)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(directory);
        return OnFinding(new IncidentFiles(_system, thresholds ?? new(), Path.GetFullPath(directory)).Begun, ended: null, thresholds);
    }

    /// <summary>The same, unless it does so already. Checks of health ask for it again and again.</summary>
    internal void WriteIncidentsOnce(string directory, AkkaHealthCheckOptions thresholds)
    {
        if (_system.Insight.TryAddIncidentDirectory(directory))
        {
            WriteIncidents(directory, thresholds);
        }
    }

    /// <summary>Begins to record who sends what to whom.</summary>
    /// <returns>The recording. Dispose of it to end it.</returns>
    [Experimental(Experiments.FlowId)]
    public AkkaFlowRecording RecordFlow() => new(_system.Insight.Flows);
}

/// <summary>Converts the data that is kept about a system into the types that users read.</summary>
internal static class AkkaInsightAnswers
{
    extension(SystemInsight insight)
    {
        public AkkaInsight Answers => new(insight.Instrumentation);
    }
}
