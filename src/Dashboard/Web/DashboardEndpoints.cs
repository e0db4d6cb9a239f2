using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using Akka.Actor;
using Akka.Configuration;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>The endpoints of one dashboard.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The end of the application disposes of the lease.")]
internal sealed class DashboardEndpoints
{
    private const int LongestChange = 4_096;

    private readonly string _pattern;
    private readonly IServiceProvider _services;
    private readonly IHostEnvironment _environment;
    private readonly ILogger _log;
    private readonly SameOrigin _origin = new();
    private readonly HealthThresholds _thresholds;
    private readonly Lazy<LineProvider> _lines;

    public DashboardEndpoints(IServiceProvider services, string pattern, bool keepHistory)
    {
        _services = services;
        _pattern = pattern;
        _environment = services.GetRequiredService<IHostEnvironment>();
        _log = services.GetRequiredService<ILoggerFactory>().CreateLogger("AkkaInstrumentation.Dashboard");
        _thresholds = new HealthThresholds(services);

        // The start of the history or the first request adds the provider. Later ones do not.
        _lines = new Lazy<LineProvider>(() =>
        {
            var lines = new LineProvider(keepHistory);
            services.GetRequiredService<ILoggerFactory>().AddProvider(lines);
            return lines;
        });
        Lease = new ObservationLease(
            () => new SystemHistory(Instrumentation!),
            history => new Observation(history, _lines.Value),
            keepHistory);
        var lifetime = services.GetRequiredService<IHostApplicationLifetime>();
        lifetime.ApplicationStarted.Register(Started);
        lifetime.ApplicationStopping.Register(Lease.Dispose);
    }

    /// <summary>Whether it observes.</summary>
    public ObservationLease Lease { get; }

    public void Map(RouteGroupBuilder group)
    {
        group.WithMetadata(this);
        group.MapGet("/", Guarded(Page));
        group.MapGet("/assets/{version}/{file}", Guarded(File));
        var api = group.MapGroup("/api/v1");
        api.MapGet("/status", Asked((seen, _) => Questions.Status(seen, _thresholds, Lease.KeepsHistory)));
        api.MapGet("/diagnosis", Asked((seen, _) => Questions.Diagnosis(seen, _thresholds)));
        api.MapGet("/history", Asked(Questions.History));
        api.MapGet("/type", Asked(Questions.Type));
        api.MapGet("/failures", Asked(Questions.Failures));
        api.MapGet("/overview", Asked(Questions.Overview));
        api.MapGet("/flow", Asked(Questions.Flow));
        api.MapGet("/actors", Asked(Questions.Actors));
        api.MapGet("/mailboxes", Asked(Questions.Mailboxes));
        api.MapGet("/traces", Asked(Questions.Traces));
        api.MapGet("/trace", Asked(Questions.Trace));
        api.MapGet("/dispatchers", Asked(Questions.Dispatchers));
        api.MapGet("/at-work", Asked(Questions.AtWork));
        api.MapGet("/cluster", Asked(Questions.Cluster));
        api.MapGet("/lost", Asked(Questions.Lost));
        api.MapGet("/logs", Asked(Questions.Logs));
        api.MapGet("/explain", Asked(Questions.Explain));
        api.MapGet("/settings", Guarded(Settings));
        api.MapPost("/changes", Guarded(Change));
    }

    private static Task Page(HttpContext context)
    {
        if (context.Request.Path.Value?.EndsWith('/') != true)
        {
            // The page's addresses are relative to it.
            context.Response.Redirect($"{context.Request.PathBase}{context.Request.Path}/{context.Request.QueryString}");
            return Task.CompletedTask;
        }

        return Write(context, PageFiles.All.Page);
    }

    private static Task File(HttpContext context)
    {
        if (PageFiles.All.Find(context.GetRouteValue("version") as string, context.GetRouteValue("file") as string) is not { } file)
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }

        context.Response.Headers.CacheControl = "public, max-age=31536000, immutable";
        return Write(context, file);
    }

    private Task Settings(HttpContext context) => Control is { } control
        ? Write(context, Questions.Found(SettingsView.Of(control, _origin.Token), DashboardJson.Default.SettingsView))
        : Write(context, NoSystem);

    private async Task Change(HttpContext context)
    {
        if (!_origin.Allows(context.Request))
        {
            await Write(context, Questions.Wrong(403, "Changes come from the dashboard's own page.")).ConfigureAwait(false);
            return;
        }

        await Write(context, Control is { } control ? await Change(context, control).ConfigureAwait(false) : NoSystem).ConfigureAwait(false);
    }

    private async Task<Answer> Change(HttpContext context, AkkaInstrumentationControl control)
    {
        try
        {
            if (context.Request.ContentLength is not <= LongestChange)
            {
                return Questions.Wrong(413, "That is too long.");
            }

            var change = await JsonSerializer.DeserializeAsync(context.Request.Body, DashboardJson.Default.ChangeRequest, context.RequestAborted).ConfigureAwait(false);
            var who = $"{context.User.Identity?.Name ?? "somebody"} at {context.Connection.RemoteIpAddress}";
            var changes = new SettingsChange(control, _log).Make(change ?? new ChangeRequest(), who);
            return Questions.Found(new ChangeResult(changes), DashboardJson.Default.ChangeResult);
        }
        catch (Exception e) when (e is ConfigurationException or ArgumentException or JsonException)
        {
            return Questions.Wrong(400, e.Message);
        }
    }

    private RequestDelegate Asked(Func<Observation, IQueryCollection, Answer> answer) => Guarded(async context =>
    {
        if (Instrumentation is null)
        {
            await Write(context, NoSystem).ConfigureAwait(false);
            return;
        }

        Observation seen;
        try
        {
            seen = Lease.Look();
        }
        catch (ObjectDisposedException)
        {
            await Write(context, Stopping).ConfigureAwait(false);
            return;
        }

        seen.Spans.Ignore(Activity.Current);
        var request = context.Request;
        var found = await seen.Answers.Get(answer, $"{request.Path}{request.QueryString}", () => answer(seen, request.Query)).ConfigureAwait(false);
        Lease.Renew();
        await Write(context, found).ConfigureAwait(false);
    });

    private RequestDelegate Guarded(RequestDelegate answer) => context =>
    {
        if (!Exposure.Allows(context.GetEndpoint(), _environment))
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }

        PageHeaders.Write(context.Response);
        return answer(context);
    };

    private Answer NoSystem => Questions.Wrong(503, _services.GetService<ActorSystem>() is null
        ? "There is no ActorSystem in the services of this application."
        : "The actor system is not instrumented. Call WithInstrumentation() inside AddAkka(...).");

    private static Answer Stopping { get; } = Questions.Wrong(503, "The application is stopping.");

    private AkkaInstrumentationControl? Control => Instrumentation?.Control;

    // A look does not make one: the health check would then find an instrumented system.
    private AkkaInstrumentationExtension? Instrumentation =>
        _services.GetService<ActorSystem>() is { } system && system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation) ? instrumentation : null;

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

        return Write(context, new PageFile(answer.Type, answer.Body));
    }

    // A page that nobody may see has no history, and sends other nodes nothing.
    private void Started()
    {
        var mine = _services.GetRequiredService<EndpointDataSource>().Endpoints.FirstOrDefault(endpoint => endpoint.Metadata.GetMetadata<DashboardEndpoints>() == this);
        Exposure.Log(_log, _pattern, mine, _environment);
        if (Exposure.Allows(mine, _environment) && Instrumentation is { System.WhenTerminated.IsCompleted: false } instrumentation)
        {
            instrumentation.Page = new NodePage(Lease, _thresholds);
            Lease.Start();
            if (Lease.KeepsHistory)
            {
                _ = _lines.Value;
            }
        }
    }
}
