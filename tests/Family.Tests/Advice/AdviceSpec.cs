namespace AkkaInstrumentation.Tests.Advice;

/// <summary>
/// Whatever the diagnosis advises can be done and does what it says: each call, setting and tool that a cause's next step names has a trial. A new
/// name without one fails here.
/// </summary>
public sealed class AdviceSpec
{
    // In evidence, not in advice: the types of exceptions, and the package that measures what is not checked without it. And what a dispatcher's
    // configuration is compared with.
    private static readonly string[] NotAdvised =
    [
        "Akka.Actor.AskTimeoutException", "Akka.Pattern.OpenCircuitException", "AkkaInstrumentation.Remote", "fork-join-executor", "ForkJoin",
    ];

    // The others tell where to look, or what a message may be doing: they name no call.
    private static readonly IReadOnlyList<Trial> Trials =
    [
        .. ActorTrials.All, .. ThreadTrials.All, .. MailboxTrials.All, .. PersistenceTrials.All, .. BackoffTrials.All, .. ClusterTrials.All,
        .. TraceTrials.All,
    ];

    public static TheoryData<string> Names => [.. Trials.Select(trial => trial.ToString())];

    [Theory]
    [MemberData(nameof(Names))]
    public Task Does_what_the_advice_says(string name) => Trials.Single(trial => trial.ToString() == name).Run();

    [Fact]
    public void Every_kind_of_cause_is_looked_at()
    {
        var kinds = typeof(AkkaCauseKinds).GetFields().Select(field => (string)field.GetRawConstantValue()!);
        Assert.Equal(kinds.Order(StringComparer.Ordinal), StagedCauses.Advice.Select(kind => kind.Key).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Every_name_in_the_advice_of_a_cause_has_a_trial()
    {
        var without =
            from kind in StagedCauses.Advice
            from name in kind.SelectMany(NamedCalls.In).Distinct()
            where !Trials.Any(trial => trial.Kind == kind.Key && trial.Name == name)
            select $"{kind.Key}: {name}";
        Assert.Empty(without);
    }

    [Fact]
    public void Every_trial_is_of_something_that_the_advice_names() => Assert.Empty(Trials.Where(trial =>
        !StagedCauses.Advice[trial.Kind].Any(advice => advice.Contains(trial.Name, StringComparison.Ordinal))).Select(trial => trial.ToString()));

    /// <summary>Also in an advice that is given in a case that is not staged here.</summary>
    [Fact]
    public void Every_name_in_the_texts_of_the_diagnosis_has_a_trial()
    {
        var files = Directory.GetFiles(Repo.PathOf("src/Insight/Diagnosis"), "*.cs")
            .Where(file => Path.GetFileName(file) != "AkkaCauseKinds.cs").ToList();
        Assert.NotEmpty(files);
        var known = Trials.Select(trial => trial.Name).Concat(NotAdvised).ToHashSet();
        var without =
            from file in files
            from name in NamedCalls.InSource(File.ReadAllText(file))
            where !known.Contains(name)
            select $"{Path.GetFileName(file)}: {name}";
        Assert.Empty(without);
    }

    [Theory]
    [InlineData("Set `akka.actor.x = 1` or `Props`.", "akka.actor.x = 1", "Props")]
    [InlineData("Use Context.Stop, a ReceiveTimeout, or Thread.Sleep(); look for .Result and .Wait().",
        "Context.Stop", "ReceiveTimeout", "Thread.Sleep()", ".Result", ".Wait()")]
    [InlineData("Raise tracing.max-spans-per-trace (dotnet-dump, dumpasync).", "tracing.max-spans-per-trace", "dotnet-dump")]
    [InlineData("An actor with IWithStash (Props.WithStashCapacity).", "IWithStash", "Props.WithStashCapacity")]
    [InlineData("Let it use Tell when it is Terminated. Is it in another behaviour (Become)?", "Tell", "Terminated", "Become")]
    [InlineData("Has the actor a time-out? Look at it. Idle: it waits (sync-over-async).")]
    public void Names_are_found_as_people_write_them(string text, params string[] names) => Assert.Equal(names, NamedCalls.In(text));
}

/// <summary>One thing that the advice of a cause names, and what shows that it does what the advice says.</summary>
/// <param name="Kind">One of <see cref="AkkaCauseKinds"/>.</param>
/// <param name="Name">As it stands in the advice.</param>
/// <param name="Run">Fails if it does not.</param>
internal sealed record Trial(string Kind, string Name, Func<Task> Run)
{
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(60);

    /// <summary>The same, for the advice of several kinds.</summary>
    public static IEnumerable<Trial> Of(string name, Func<Task> run, params string[] kinds) => kinds.Select(kind => new Trial(kind, name, run));

    public override string ToString() => $"{Kind}: {Name}";
}
