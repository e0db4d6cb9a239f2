using System.Diagnostics;
using WebApi.Orders;

namespace WebApi.Startup;

/// <summary>
/// ASP.NET Core's span of a request: named after its route for the shop's own requests, dropped for all others (health
/// probes, the pages). The package OpenTelemetry.Instrumentation.AspNetCore does the same and more.
/// </summary>
internal static class RequestSpans
{
    public static void UseRequestSpans(this WebApplication app) => app.Use(async (context, next) =>
    {
        var span = Activity.Current;
        var isOrder = context.Request.Path.StartsWithSegments(OrdersEndpoint.Path);
        if (span is null)
        {
            await next(context);
        }
        else if (isOrder)
        {
            span.DisplayName = $"{context.Request.Method} {OrdersEndpoint.Path}";
            await next(context);
            span.SetTag("http.response.status_code", context.Response.StatusCode);
        }
        else
        {
            span.IsAllDataRequested = false;
            span.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
            await next(context);
        }
    });
}
