namespace WebApi.Startup;

/// <summary>Answers a body that cannot be read with where it is wrong. ASP.NET Core alone answers 400 without a text.</summary>
internal static class BadRequests
{
    public static void AddBadRequests(this IServiceCollection services) =>
        services.Configure<RouteHandlerOptions>(handlers => handlers.ThrowOnBadRequest = true);

    public static void UseBadRequests(this WebApplication app) => app.Use(async (context, next) =>
    {
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException e) when (!context.Response.HasStarted)
        {
            // the reader of the JSON, which is inside, knows the field and the place
            await Results.Problem((e.InnerException ?? e).Message, statusCode: e.StatusCode).ExecuteAsync(context);
        }
    });
}
