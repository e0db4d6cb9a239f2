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
    /// <exception cref="InvalidOperationException">There are too many full traces or log levels, the loggers have no filter, or a change cannot be
    /// undone.</exception>
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

        // What ends by itself comes first, because only that can be undone when a setting is wrong.
        using var undo = new Undo();
        var begun = Begin(change, undo);
        var changes = Put(keys, who);
        undo.Keep();
        foreach (var running in begun)
        {
            LogBegin(log, running.Begun, who);
            changes.Add(running.Begun);
            made.Add(who, running.Begun, running: running);
        }

        return changes;
    }

    private List<RunningChange> Begin(ChangeRequest change, Undo undo)
    {
        List<RunningChange> begun = [];
        if (change.TraceFully is { } path)
        {
            var others = control.Configuration.Rules.Count(rule => rule.Contains("trace-fully", StringComparison.Ordinal));
            var before = others == 0 ? "none" : Text(others);
            begun.Add(new(
                $"{path} is traced fully for {Text(MadeChange.Lasts.TotalMinutes)} minutes, full traces before: {before}",
                $"{path} is no longer traced fully", MadeChange.Lasts, undo.Of(control.TraceFully(path, MadeChange.Lasts))));
        }

        if (change.DebugLines is { } talker)
        {
            begun.Add(new(
                $"{talker} logs at debug for {Text(MadeChange.Lasts.TotalMinutes)} minutes", $"{talker} no longer logs at debug", MadeChange.Lasts,
                undo.Of(control.SetLogLevel(talker, Akka.Event.LogLevel.DebugLevel, MadeChange.Lasts))));
        }

        if (change.Follow?.ToSelection() is { } selection)
        {
            var words = Words(selection);
            begun.Add(new(
                $"{words} is followed for {Text(selection.Duration.TotalMinutes)} minutes", $"{words} is no longer followed", selection.Duration,
                undo.Of(control.Follow(selection))));
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
            throw new ArgumentException("Nothing is to change: name ratio, budget, traceFully, debugLines, follow or undo.");
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

        if (change.Running is not { } running)
        {
            return Put([(change.Key, change.Before)], who);
        }

        running.Running.Dispose();
        LogEnd(log, running.Ended, who);
        made.Add(who, running.Ended);
        return [running.Ended];
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

    [LoggerMessage(4, LogLevel.Warning, "{What}; started on the dashboard by {Who}.")]
    private static partial void LogBegin(ILogger log, string what, string who);

    [LoggerMessage(5, LogLevel.Warning, "{What}; ended on the dashboard by {Who}.")]
    private static partial void LogEnd(ILogger log, string what, string who);

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
