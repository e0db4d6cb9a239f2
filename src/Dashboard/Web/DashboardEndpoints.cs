using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Akka.Actor;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Net.Http.Headers;

namespace AkkaInstrumentation;

/// <summary>The endpoints of one dashboard.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The end of the application disposes of the lease.")]
internal sealed partial class DashboardEndpoints
{
    private readonly string _pattern;
    private readonly IServiceProvider _services;
    private readonly IHostEnvironment _environment;
    private readonly ILogger _log;
    private readonly string? _changePolicy;
    private readonly Uri? _address;
    private readonly HealthThresholds _thresholds;
    private readonly Lazy<LineProvider> _lines;
    private readonly Dictionary<string, (string[] Parameters, Func<Observation, ViewQuestion, Answer> Answer)> _views = [];

    public DashboardEndpoints(
        IServiceProvider services, string pattern, string? changePolicy, bool keepHistory, bool takesChanges, Uri? address = null)
    {
        _services = services;
        _pattern = pattern;
        _changePolicy = changePolicy;
        _address = address;
        _environment = services.GetRequiredService<IHostEnvironment>();
        _log = services.GetRequiredService<ILoggerFactory>().CreateLogger("AkkaInstrumentation.Dashboard");
        _settings = new AnswerCache(Budget);
        _nodeChanges = new NodeChanges(takesChanges, Changes, () => Control, _log);
        _rights = new ChangeRights(changePolicy, _environment.IsDevelopment());
        _thresholds = new HealthThresholds(services);

        // The start of the history or the first request adds the provider. Later ones do not.
        _lines = new Lazy<LineProvider>(() =>
        {
            var lines = new LineProvider(keepHistory);
            services.GetRequiredService<ILoggerFactory>().AddProvider(lines);
            return lines;
        });
        Lease = new ObservationLease(
            () => new SystemHistory(Instrumentation!, (system, now) => _thresholds.Read(system, now).Health),
            history => new Observation(history, Budget, _lines.Value),
            keepHistory);
        var lifetime = services.GetRequiredService<IHostApplicationLifetime>();
        lifetime.ApplicationStarted.Register(Started);
        lifetime.ApplicationStopping.Register(Lease.Dispose);
    }

    /// <summary>Whether it observes.</summary>
    public ObservationLease Lease { get; }

    /// <summary>The time for all answers.</summary>
    public AnswerBudget Budget { get; } = new();

    public void Map(RouteGroupBuilder group)
    {
        group.WithMetadata(this);
        group.MapGet("/", Guarded(Page));
        group.MapGet("/assets/{version}/{**file}", Guarded(File));
        foreach (var view in PageFiles.Views)
        {
            group.MapGet($"/{view}", Guarded(context => ToView(context, view)));
        }

        var api = group.MapGroup("/api/v1");
        Show("status", (seen, _) => StatusView.From(seen, _thresholds, Lease.KeepsHistory));
        Show("diagnosis", (seen, _) => DiagnosisView.From(seen, _thresholds));
        Show("history", (seen, query) => HistoryView.From(seen, query.Given("type"), isWhole: query["day"] == "on"), "type", "day");
        Show("type", (seen, query) => TypeView.From(seen, query["name"]), "name");
        Show("timeline", (seen, _) => TimelineView.From(seen.History, Changes));
        Show("failures", (seen, query) => FailuresView.From(seen, query.Given("actor")), "actor");
        Show("overview", (seen, _) => OverviewView.From(seen));
        Ask("flow", Questions.Flow, "window", "format", "nodes", "infrastructure");
        Show("actors", (seen, query) => ActorsView.From(seen, query.Given("path") ?? "/user", query["find"], query["after"]),
            "path", "find", "after");
        Show("mailboxes", (seen, _) => MailboxesView.From(seen));
        Ask("traces", Questions.Traces, "order", "actor", "message", "root", "least");
        Ask("trace", Questions.Trace, "id");
        Show("dispatchers", (seen, _) => DispatchersView.From(seen));
        Show("at-work", (seen, _) => MessagesAtWorkView.From(seen.System.Insight));
        Show("busiest", (seen, _) => BusiestView.From(seen));
        Show("cluster", (seen, _) => ClusterView.From(seen));
        Show("lost", (seen, _) => LostView.From(seen));
        Ask("logs", Questions.Logs, "level", "find", "from", "to");
        Ask("explain", Questions.Explain, "path", "type");
        Await("state", StateView.Read);
        Await("stack", StackView.Read);
        Ask("incident", (seen, query) => Questions.Incident(seen, query, _thresholds), "format");
        api.MapGet("/settings", Guarded(Settings));
        api.MapPost("/changes", Guarded(Change));

        void Show<T>(string view, Func<Observation, ViewQuestion, T?> read, params string[] parameters)
            where T : class => Ask(view, (seen, query) => Questions.Found(read(seen, query)), parameters);

        // What an actor answers takes its time, which is not that of the budget.
        void Await<T>(string view, Func<AkkaInstrumentationExtension, string, Task<T?>> read)
            where T : class => api.MapGet($"/{view}", Guarded(async context =>
            {
                var question = ViewQuestion.From(view, ["path"], context.Request.Query);
                var (system, path) = (Instrumentation, question.Given("path"));
                var found = system is null || path is null || question.IsTooLong ? null : await read(system, path).ConfigureAwait(false);
                var answer = path is null ? Questions.Wrong(400, "A path is needed.") : Questions.Found(found);
                await Write(context, await AnswerTo(context, question, (_, _) => answer).ConfigureAwait(false)).ConfigureAwait(false);
            }));

        void Ask(string view, Func<Observation, ViewQuestion, Answer> answer, params string[] parameters)
        {
            _views.Add(view, (parameters, answer));
            api.MapGet($"/{view}", Guarded(async context => await Write(
                context, await AnswerTo(context, ViewQuestion.From(view, parameters, context.Request.Query), answer).ConfigureAwait(false))
                .ConfigureAwait(false)));
        }
    }

    private static Task Page(HttpContext context)
    {
        if (context.Request.Path.Value?.EndsWith('/') != true)
        {
            // The page's addresses are relative, and so is this one, because a proxy may have removed the beginning of the path. The dot prevents a
            // colon in the path from being read as a scheme.
            var path = $"{context.Request.PathBase}{context.Request.Path}";
            context.Response.Redirect($"./{path[(path.LastIndexOf('/') + 1)..]}/{context.Request.QueryString}");
            return Task.CompletedTask;
        }

        return Write(context, PageFiles.All.Page);
    }

    // The address of a view as people type it, without the hash. The answer is relative for the same reason.
    private static Task ToView(HttpContext context, string view)
    {
        context.Response.Redirect($"{(context.Request.Path.Value!.EndsWith('/') ? "../" : "./")}#/{view}{context.Request.QueryString}");
        return Task.CompletedTask;
    }

    private static Task File(HttpContext context)
    {
        if (PageFiles.All.Find(context.GetRouteValue("version") as string, context.GetRouteValue("file") as string) is not { } file)
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }

        context.Response.Headers.CacheControl = "public, max-age=31536000, immutable";
        context.Response.Headers.Vary = HeaderNames.AcceptEncoding;
        if (!context.Request.GetTypedHeaders().AcceptEncoding.Any(coding => coding.Value == "gzip" && coding.Quality is not 0))
        {
            return Write(context, file);
        }

        context.Response.Headers.ContentEncoding = "gzip";
        return Write(context, new PageFile(file.Type, file.Compressed));
    }

    /// <summary>Returns the answer of a view of the read API to a viewer, within the budget. It is for callers that do not use the view's
    /// address.</summary>
    /// <param name="context">The request, which the page's policy has let through.</param>
    /// <param name="view">Its name.</param>
    /// <param name="values">The values of its parameters.</param>
    public Task<Answer> Ask(HttpContext context, string view, IReadOnlyDictionary<string, string?> values)
    {
        var (parameters, answer) = _views[view];
        return AnswerTo(context, new ViewQuestion(view, [.. parameters.Select(name => (name, values.GetValueOrDefault(name) ?? ""))]), answer);
    }

    private async Task<Answer> AnswerTo(HttpContext context, ViewQuestion question, Func<Observation, ViewQuestion, Answer> answer)
    {
        if (Instrumentation is null)
        {
            return NoSystem;
        }

        Observation seen;
        try
        {
            seen = Lease.Look();
        }
        catch (ObjectDisposedException)
        {
            return Stopping;
        }

        seen.Spans.Ignore(Activity.Current);
        var found = question.IsTooLong
            ? Questions.Wrong(400, "That is too long.")
            : await seen.Answers.Get(question, Viewer(context), () => answer(seen, question)).ConfigureAwait(false);
        Lease.Renew();
        return found;
    }

    // The key of a viewer: the user who is signed in, or the network address.
    private static string Viewer(HttpContext context) => context.User.Identity is { IsAuthenticated: true, Name: { Length: > 0 } name }
        ? name
        : context.Connection.RemoteIpAddress?.ToString() ?? "";

    // A request of the page must not appear in the application's traces. The activity of the request belongs to the server; a middleware may have
    // started another one inside it.
    private static void Unrecord(HttpContext context)
    {
        var request = context.Features.Get<IHttpActivityFeature>()?.Activity;
        for (var span = request is null ? null : Activity.Current; span is not null; span = span == request ? null : span.Parent)
        {
            span.IsAllDataRequested = false;
            span.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
        }
    }

    /// <summary>Lets a request through only if its user may see the page.</summary>
    public RequestDelegate Guarded(RequestDelegate answer) => context =>
    {
        if (!Exposure.Allows(context.GetEndpoint(), _environment))
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }

        Unrecord(context);
        PageHeaders.Write(context.Response);
        return Exposure.Allows(context.GetEndpoint(), context) ? answer(context) : Write(context, Elsewhere);
    };

    private Answer NoSystem => Questions.Wrong(503, _services.GetService<ActorSystem>() is null
        ? "There is no ActorSystem in the services of this application."
        : "The actor system is not instrumented. Call WithInstrumentation() inside AddAkka(...).");

    private static Answer Elsewhere { get; } = Questions.Wrong(
        403, "In Development this page answers at localhost only, and to nothing that a proxy or a tunnel forwards. "
            + "Add RequireAuthorization(...) or AllowAnonymous() to MapAkkaDashboard(...).");

    private static Answer Stopping { get; } = Questions.Wrong(503, "The application is stopping.");

    private AkkaInstrumentationControl? Control => Instrumentation?.Control;

    // A request does not create the instrumentation: the health check would then find an instrumented system.
    private AkkaInstrumentationExtension? Instrumentation =>
        _services.GetService<ActorSystem>() is { } system && system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation)
            ? instrumentation : null;

    private static Task Write(HttpContext context, PageFile file)
    {
        context.Response.ContentType = file.Type;
        context.Response.ContentLength = file.Content.Length;
        return context.Response.Body.WriteAsync(file.Content).AsTask();
    }

    private static Task Write(HttpContext context, Answer answer)
    {
        context.Response.StatusCode = answer.Status;
        if (answer.AgeSeconds > 0)
        {
            context.Response.Headers.Age = ((int)answer.AgeSeconds).ToString(CultureInfo.InvariantCulture);
        }

        if (answer.RetryAfterSeconds > 0)
        {
            context.Response.Headers.RetryAfter = answer.RetryAfterSeconds.ToString(CultureInfo.InvariantCulture);
        }

        return Write(context, new PageFile(answer.Type, answer.Body));
    }

    // A page that no user may see has no history and sends no answers to other nodes.
    private void Started()
    {
        var mine = _services.GetRequiredService<EndpointDataSource>().Endpoints.FirstOrDefault(endpoint =>
            endpoint.Metadata.GetMetadata<DashboardEndpoints>() == this);
        Exposure.Log(_log, _pattern, mine, _services, _environment);
        _ = Exposure.LogUnknownPolicies(_log, _pattern, mine, _changePolicy, _services);
        if (Exposure.Allows(mine, _environment) && Instrumentation is { System.WhenTerminated.IsCompleted: false } instrumentation)
        {
            var machine = instrumentation.System.Provider.DefaultAddress.Host ?? Environment.MachineName;
            instrumentation.Insight.Page =
                new NodePage(Lease, _thresholds, _nodeChanges, _address?.ToString() ?? Exposure.Address(_services, mine, _pattern, machine));
            Lease.Start();
            if (Lease.KeepsHistory)
            {
                _ = _lines.Value;
            }
        }
    }
}
