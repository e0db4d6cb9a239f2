namespace AkkaInstrumentation;

/// <summary>The settings in force and where they come from.</summary>
/// <param name="Token">The value of the header that a change needs; empty for a viewer who may not change settings.</param>
/// <param name="MayChange">Whether this viewer may change settings.</param>
/// <param name="Ratio">Share of the new traces; null while it is adaptive.</param>
/// <param name="Budget">Spans a second; null for no limit.</param>
/// <param name="CanDebug">Whether single actors can log at debug for a while: their loggers have the filter for it.</param>
/// <param name="LogLevels">The actors that have a log level of their own.</param>
/// <param name="Settings">Every setting.</param>
/// <param name="Rules">The rules in their order of evaluation, with full traces first.</param>
/// <param name="Changes">Changes on this dashboard, the latest first; at most <see cref="MadeChanges.MaxKept"/>.</param>
/// <param name="HasNodes">Whether there is a cluster whose nodes can be changed too.</param>
/// <param name="Followed">What is followed now.</param>
internal sealed record SettingsView(
    string Token, bool MayChange, double? Ratio, double? Budget, bool CanDebug, IReadOnlyList<LogLevelView> LogLevels,
        IReadOnlyList<AkkaEffectiveSetting> Settings, IReadOnlyList<string> Rules, IReadOnlyList<ChangeView> Changes, bool HasNodes,
        IReadOnlyList<FollowedView> Followed)
{
    public static SettingsView From(AkkaInstrumentationControl control, string token, MadeChanges changes)
    {
        var configuration = control.Configuration;
        var nodes = control.Extension.Insight.Nodes;
        return new(
            token,
            token.Length > 0,
            configuration["tracing.sampling.ratio"].Value == "adaptive" ? null : control.SamplingRatio,
            double.IsPositiveInfinity(control.SamplingBudget) ? null : control.SamplingBudget,
            control.CanSetLogLevel(Akka.Event.LogLevel.DebugLevel),
            [.. control.LogLevels().Select(LogLevelView.From)],
            configuration.Settings,
            configuration.Rules,
            [.. changes.Latest.Select(change =>
                new ChangeView(
                    change.Id,
                    change.At,
                    token.Length > 0 ? change.Who : "",
                    change.What,
                    change.CanUndo(configuration),
                    change.OnNodes?.Read(nodes)))],
            nodes?.Read() is not null,
            [.. control.Followings.Select(FollowedView.From)]);
    }
}

/// <summary>The log level of some actors.</summary>
/// <param name="Path">Their path or pattern.</param>
/// <param name="Level"><c>debug</c>, <c>info</c>, <c>warning</c> or <c>error</c>.</param>
/// <param name="Seconds">For how long yet.</param>
/// <param name="Lines">How many lines yet that no other actor would have written.</param>
internal sealed record LogLevelView(string Path, string Level, double Seconds, int Lines)
{
    public static LogLevelView From(ActorLogLevel level) => new(
        level.Path,
        level.Level switch
        {
            Akka.Event.LogLevel.DebugLevel => "debug",
            Akka.Event.LogLevel.InfoLevel => "info",
            Akka.Event.LogLevel.WarningLevel => "warning",
            _ => "error",
        },
        level.TimeLeft.TotalSeconds,
        level.LinesLeft);
}

/// <summary>One change on this dashboard.</summary>
/// <param name="Id">The id by which it can be undone.</param>
/// <param name="At">When it was made, UTC.</param>
/// <param name="Who">The user who made it; empty if the viewer may not change settings.</param>
/// <param name="What">The change, with the previous value.</param>
/// <param name="CanUndo">Whether it can be taken back.</param>
/// <param name="Nodes">What each node of the cluster says to it; null if it was made on this one only.</param>
internal sealed record ChangeView(int Id, DateTime At, string Who, string What, bool CanUndo, IReadOnlyList<NodeSaid>? Nodes);

/// <summary>Messages that are followed or traced fully.</summary>
/// <param name="Attribute">The attribute or item of baggage; null for none.</param>
/// <param name="Value">Its value.</param>
/// <param name="Actors">Path or pattern of the actors; null for all.</param>
/// <param name="Messages">Name or pattern of the message types; null for all.</param>
/// <param name="Until">When it ends by itself, UTC.</param>
/// <param name="Traces">Traces so far.</param>
/// <param name="MostTraces">The most.</param>
internal sealed record FollowedView(
    string? Attribute, string? Value, string? Actors, string? Messages, DateTime Until, int Traces, int MostTraces)
{
    public static FollowedView From(AkkaFollowing following) => new(
        following.Selection.Attribute,
        following.Selection.Value,
        following.Selection.Actors,
        following.Selection.Messages,
        following.Until.UtcDateTime,
        following.Traces,
        following.Selection.Traces);
}

/// <summary>The settings for the messages of a type at an actor, and their reasons.</summary>
internal sealed record ExplanationView(string ActorPath, string? ActorType, string MessageType, string Answer,
    IReadOnlyList<string> Reasons, IReadOnlyList<string> Rules)
{
    public static ExplanationView From(AkkaExplanation explanation) =>
        new(explanation.ActorPath, explanation.ActorType, explanation.MessageType, explanation.Summary, explanation.Reasons, explanation.Rules);
}
