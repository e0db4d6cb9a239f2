using System.Reflection;

namespace WebApi.FrontPage;

/// <summary>The page at <c>/</c>: orders, customers and trouble at the press of a button. What the actors make of it is on the dashboard.</summary>
internal static class FrontPageEndpoint
{
    private static readonly byte[] Page = ReadPage();

    public static void MapFrontPage(this WebApplication app) => app.MapGet("/", (HttpContext context) =>
    {
        context.Response.Headers.ContentSecurityPolicy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'";
        return Results.Bytes(Page, "text/html; charset=utf-8");
    }).DisableHttpMetrics();

    private static byte[] ReadPage()
    {
        using var resource = Assembly.GetExecutingAssembly().GetManifestResourceStream("page.html")!;
        using var page = new MemoryStream();
        resource.CopyTo(page);
        return page.ToArray();
    }
}
