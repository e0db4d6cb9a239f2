using System.Globalization;
using Akka.Configuration;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>Changes settings for the dashboard, and logs each change with what was before and who made it.</summary>
internal sealed partial class SettingsChange(AkkaInstrumentationControl control, ILogger log)
{
    /// <summary>How long an actor is traced fully.</summary>
    public static readonly TimeSpan FullTraceTime = TimeSpan.FromMinutes(5);

    private const string Ratio = "tracing.sampling.ratio";
    private const string Budget = "tracing.sampling.budget";

    /// <summary>Makes all changes of the request, or none.</summary>
    /// <param name="change">What is to change.</param>
    /// <param name="who">Who asks, for the log.</param>
    /// <exception cref="ConfigurationException">A value is not allowed.</exception>
    /// <exception cref="ArgumentException">The path is no path or pattern.</exception>
    public IReadOnlyList<string> Make(ChangeRequest change, string who)
    {
        var before = control.Configuration;
        var keys = new List<(string Key, string Value)>();
        if (change.Ratio is { } ratio)
        {
            keys.Add((Ratio, Text(ratio)));
        }

        if (change.Budget is { } budget)
        {
            keys.Add((Budget, budget == 0 ? "off" : Text(budget)));
        }

        // The full trace first: it is the only one of the two that can be taken back.
        using var undo = new Undo(change.TraceFully is { } path ? control.TraceFully(path, FullTraceTime) : null);
        if (keys.Count > 0)
        {
            control.Change(string.Join('\n', keys.Select(key => $"{key.Key} = {key.Value}")));
        }

        undo.Keep();
        var changes = new List<string>();
        foreach (var (key, value) in keys)
        {
            var old = before[key];
            LogChange(log, key, value, old.Value, old.Origin, who);
            changes.Add($"{key} is {value}, was {old.Value} ({old.Origin})");
        }

        if (change.TraceFully is { } traced)
        {
            var old = string.Join("; ", before.Rules.Where(rule => rule.Contains("trace-fully", StringComparison.Ordinal)).DefaultIfEmpty("none"));
            LogFullTrace(log, traced, FullTraceTime.TotalMinutes, old, who);
            changes.Add($"{traced} is traced fully for {FullTraceTime.TotalMinutes} minutes, full traces before: {old}");
        }

        return changes;
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    [LoggerMessage(3, LogLevel.Warning, "{Key} is {Value}, was {Before} ({Origin}); changed on the dashboard by {Who}.")]
    private static partial void LogChange(ILogger log, string key, string value, string before, string origin, string who);

    [LoggerMessage(4, LogLevel.Warning, "{Path} is traced fully for {Minutes} minutes, full traces before: {Before}; started on the dashboard by {Who}.")]
    private static partial void LogFullTrace(ILogger log, string path, double minutes, string before, string who);

    private sealed class Undo(IDisposable? started) : IDisposable
    {
        private IDisposable? _started = started;

        public void Keep() => _started = null;

        public void Dispose() => _started?.Dispose();
    }
}
