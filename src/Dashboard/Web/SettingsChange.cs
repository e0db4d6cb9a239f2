using System.Globalization;
using Akka.Configuration;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>Changes settings for the dashboard, and logs each change with the previous value and the user. A change can be undone.</summary>
internal sealed partial class SettingsChange(AkkaInstrumentationControl control, MadeChanges made, ILogger log)
{
    private const string Ratio = "tracing.sampling.ratio";
    private const string Budget = "tracing.sampling.budget";

    /// <summary>Makes all changes of the request, or none.</summary>
    /// <param name="change">The changes.</param>
    /// <param name="who">The user, for the log.</param>
    /// <exception cref="ConfigurationException">A value is not allowed.</exception>
    /// <exception cref="ArgumentException">The request has no change, an undo is combined with other changes, or the path is no path or
    /// pattern.</exception>
    /// <exception cref="InvalidOperationException">There are too many full traces, or a change cannot be undone.</exception>
    public IReadOnlyList<string> Make(ChangeRequest change, string who)
    {
        Check(change);
        if (change.Undo is { } id)
        {
            return TakeBack(id, who);
        }

        var keys = new List<(string Key, string Value)>();
        if (change.Ratio is { } ratio)
        {
            keys.Add((Ratio, Text(ratio)));
        }

        if (change.Budget is { } budget)
        {
            keys.Add((Budget, budget == 0 ? "off" : Text(budget)));
        }

        // What is recorded for a time comes first, because it is the only one of the two that can be undone.
        var rules = control.Configuration.Rules;
        using var undo = new Undo();
        var begun = Begin(change, undo);
        var changes = Put(keys, who);
        undo.Keep();
        foreach (var trace in begun)
        {
            var running = rules.Count(rule => rule.Contains("trace-fully", StringComparison.Ordinal));
            var old = running == 0 ? "none" : running.ToString(CultureInfo.InvariantCulture);
            if (trace.IsFull)
            {
                LogFullTrace(log, trace.What, trace.Lasts.TotalMinutes, old, who);
                changes.Add($"{trace.What} is traced fully for {trace.Lasts.TotalMinutes} minutes, full traces before: {old}");
            }
            else
            {
                LogFollowed(log, trace.What, trace.Lasts.TotalMinutes, who);
                changes.Add(string.Create(CultureInfo.InvariantCulture, $"{trace.What} is followed for {trace.Lasts.TotalMinutes} minutes"));
            }

            made.Add(who, changes[^1], trace: trace);
        }

        return changes;
    }

    private List<RunningTrace> Begin(ChangeRequest change, Undo undo)
    {
        List<RunningTrace> begun = [];
        if (change.TraceFully is { } path)
        {
            begun.Add(new(path, IsFull: true, MadeChange.FullTraceTime, undo.Of(control.TraceFully(path, MadeChange.FullTraceTime))));
        }

        if (change.Follow?.ToSelection() is { } selection)
        {
            begun.Add(new(Words(selection), IsFull: false, selection.Duration, undo.Of(control.Follow(selection))));
        }

        return begun;
    }

    // It goes into the log and to other viewers.
    private static string Words(AkkaSelection selection) => ForeignText.Clean(string.Join(' ', new[]
    {
        selection.Messages is { } messages ? $"{messages}" : "each message",
        selection.Attribute is { } attribute ? $"with {attribute} = {selection.Value}" : null,
        selection.Actors is { } actors ? $"to {actors}" : null,
        string.Create(CultureInfo.InvariantCulture, $"({selection.Traces} traces at most)"),
    }.OfType<string>()));

    private static void Check(ChangeRequest change)
    {
        var others = change with { Undo = null };
        var nothing = new ChangeRequest() { Nodes = change.Nodes };
        if (change == nothing)
        {
            throw new ArgumentException("Nothing is to change: name ratio, budget, traceFully, follow or undo.");
        }

        if (change.Undo is not null && others != nothing)
        {
            throw new ArgumentException("An undo stands alone.");
        }
    }

    private List<string> TakeBack(int id, string who)
    {
        if (made.Latest.FirstOrDefault(change => change.Id == id) is not { } change || !change.TryUndo(control.Configuration))
        {
            throw new InvalidOperationException("This change cannot be undone: it is over, or the setting has been changed again.");
        }

        if (change.Trace is not { } trace)
        {
            return Put([(change.Key, change.Before)], who);
        }

        trace.Running.Dispose();
        var what = $"{trace.What} is no longer {(trace.IsFull ? "traced fully" : "followed")}";
        LogEnd(log, trace.What, trace.IsFull ? "traced fully" : "followed", who);
        made.Add(who, what);
        return [what];
    }

    private List<string> Put(List<(string Key, string Value)> keys, string who)
    {
        var before = control.Configuration;
        if (keys.Count > 0)
        {
            control.Change(string.Join('\n', keys.Select(key => $"{key.Key} = {key.Value}")));
        }

        return
        [
            .. keys.Select(key =>
            {
                var old = before[key.Key];
                var what = $"{key.Key} is {key.Value}, was {old.Value} ({old.Origin})";
                LogChange(log, key.Key, key.Value, old.Value, old.Origin, who);
                made.Add(who, what, key.Key, key.Value, old.Value);
                return what;
            }),
        ];
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    [LoggerMessage(3, LogLevel.Warning, "{Key} is {Value}, was {Before} ({Origin}); changed on the dashboard by {Who}.")]
    private static partial void LogChange(ILogger log, string key, string value, string before, string origin, string who);

    [LoggerMessage(4, LogLevel.Warning,
        "{Path} is traced fully for {Minutes} minutes, full traces before: {Before}; started on the dashboard by {Who}.")]
    private static partial void LogFullTrace(ILogger log, string path, double minutes, string before, string who);

    [LoggerMessage(5, LogLevel.Warning, "{What} is no longer {How}; ended on the dashboard by {Who}.")]
    private static partial void LogEnd(ILogger log, string what, string how, string who);

    [LoggerMessage(8, LogLevel.Warning, "{What} is followed for {Minutes} minutes; started on the dashboard by {Who}.")]
    private static partial void LogFollowed(ILogger log, string what, double minutes, string who);

    private sealed class Undo : IDisposable
    {
        private readonly List<IDisposable> _started = [];

        public IDisposable Of(IDisposable started)
        {
            _started.Add(started);
            return started;
        }

        public void Keep() => _started.Clear();

        public void Dispose() => _started.ForEach(static started => started.Dispose());
    }
}
