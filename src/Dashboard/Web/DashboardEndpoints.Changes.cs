using System.Diagnostics;
using System.Text.Json;
using Akka.Configuration;
using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation;

// The settings, and their changes.
internal sealed partial class DashboardEndpoints
{
    private const int LongestChange = 4_096;

    private readonly ChangeRights _rights;
    private readonly SameOrigin _origin = new();
    private readonly NodeChanges _nodeChanges;

    // A look at the settings does not begin an observation.
    private readonly AnswerCache _settings;

    /// <summary>The changes that were made on this dashboard.</summary>
    public MadeChanges Changes { get; } = new();

    /// <summary>The settings, for viewers who may only see them.</summary>
    public async Task<Answer> SettingsToSee(HttpContext context) => Control is { } control
        ? await _settings.Get(new ViewQuestion("settings"), Viewer(context), () => Questions.Found(SettingsView.From(control, "", Changes)))
            .ConfigureAwait(false)
        : NoSystem;

    private async Task Settings(HttpContext context)
    {
        var token = await _rights.Allow(context).ConfigureAwait(false) ? _origin.Token : "";
        var question = new ViewQuestion(token.Length > 0 ? "settings to change" : "settings");
        var answer = Control is { } control
            ? await _settings.Get(question, Viewer(context),
                () => Questions.Found(SettingsView.From(control, token, Changes))).ConfigureAwait(false)
            : NoSystem;
        await Write(context, answer).ConfigureAwait(false);
    }

    private async Task Change(HttpContext context)
    {
        var (viewer, answer) = (Viewer(context), NoSystem);
        if (!_origin.Allows(context.Request))
        {
            answer = Questions.Wrong(403, "Changes come from the dashboard's own page.");
        }
        else if (!await _rights.Allow(context).ConfigureAwait(false))
        {
            answer = Questions.Wrong(403, "You may not change settings: ChangePolicy in MapAkkaDashboard(...) names the policy of those who may.");
        }
        else if (Budget.SecondsToWait(AnswerRank.View, viewer, Stopwatch.GetTimestamp()) is > 0 and var seconds)
        {
            answer = Answer.OverBudget(seconds);
        }
        else if (Control is { } control)
        {
            answer = await Change(context, control).ConfigureAwait(false);
            _settings.Clear();
            Lease.Current?.Answers.Clear();
        }

        await Write(context, answer).ConfigureAwait(false);
    }

    private async Task<Answer> Change(HttpContext context, AkkaInstrumentationControl control)
    {
        try
        {
            // Not by Content-Length: JsonContent of HttpClient sends none.
            var body = new byte[LongestChange + 1];
            var length = await context.Request.Body.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false, context.RequestAborted)
                .ConfigureAwait(false);
            if (length > LongestChange)
            {
                return Questions.Wrong(413, $"A change has at most {LongestChange} bytes.");
            }

            var change = JsonSerializer.Deserialize(body.AsSpan(0, length), DashboardJson.Default.ChangeRequest);
            var who = ForeignText.Clean($"{context.User.Identity?.Name ?? "somebody"} at {context.Connection.RemoteIpAddress}");
            var timer = ProcessorTimer.Start();
            var changes = _nodeChanges.Make(change ?? new ChangeRequest(), who, control);
            Budget.Spend(Viewer(context), timer.Elapsed, Stopwatch.GetTimestamp());
            return Questions.Found(new ChangeResult(changes));
        }
        catch (Exception e) when (e is ConfigurationException or ArgumentException or InvalidOperationException or JsonException)
        {
            return Questions.Wrong(e is InvalidOperationException ? 409 : 400, e.Message);
        }
    }
}
