using System.Globalization;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Writes an incident when a finding begins: a JSON and a Markdown file. The number of files and their age are bounded, and so is how often they are
/// written. The thread that shows findings.
/// </summary>
/// <param name="system">The actor system's instrumentation.</param>
/// <param name="thresholds">What counts as a finding.</param>
/// <param name="directory">Where they are. It is made if it is not there.</param>
/// <param name="clock">Says how old a file is.</param>
internal sealed class IncidentFiles(
    AkkaInstrumentationExtension system, AkkaHealthCheckOptions thresholds, string directory, TimeProvider? clock = null)
{
    /// <summary>Incidents in the directory.</summary>
    public const int MaxIncidents = 20;

    /// <summary>Older ones are deleted when a new one is written.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromDays(7);

    /// <summary>Findings that begin shortly after an incident are in the same trouble.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);

    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private DateTimeOffset _last = DateTimeOffset.MinValue;

    /// <summary>A finding has begun.</summary>
    public void Begun(AkkaFinding finding)
    {
        var now = _clock.GetUtcNow();
        if (now - _last < Pause)
        {
            return;
        }

        _last = now;
        try
        {
            Write(finding.Kind, now);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            system.System.Log.Warning("An incident could not be written to {0}: {1}", directory, e.Message);
        }
    }

    private void Write(string kind, DateTimeOffset now)
    {
        Directory.CreateDirectory(directory);
        var incident = AkkaIncident.Read(system, thresholds);
        var name = string.Create(CultureInfo.InvariantCulture, $"{Prefix}{now:yyyyMMdd'T'HHmmssfff}-{kind}");
        File.WriteAllText(Path.Combine(directory, $"{name}.json"), incident.ToJson());
        File.WriteAllText(Path.Combine(directory, $"{name}.md"), incident.ToMarkdown());

        // Only files that are named as these.
        var names = Directory.EnumerateFiles(directory, $"{Prefix}*").Where(static file => Path.GetExtension(file) is ".json" or ".md")
            .GroupBy(static file => Path.GetFileNameWithoutExtension(file)).OrderByDescending(static files => files.Key, StringComparer.Ordinal);
        foreach (var files in names.Skip(1).Where((files, earlier) =>
            earlier + 1 >= MaxIncidents || now - File.GetLastWriteTimeUtc(files.First()) > MaxAge))
        {
            foreach (var file in files)
            {
                File.Delete(file);
            }
        }
    }

    private string Prefix => $"akka-incident-{string.Concat(system.SystemName.Where(char.IsLetterOrDigit))}-";
}
