using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation;

/// <summary>
/// Whether a change comes from the dashboard's own page: the browser marks the request as one of the same origin, and the request has a header
/// whose value only a page of this origin can have read. A form or an image of another site can send neither.
/// </summary>
internal sealed class SameOrigin
{
    /// <summary>The header.</summary>
    public const string Header = "X-Akka-Dashboard";

    /// <summary>The header's value. It changes with each start of the application.</summary>
    public string Token { get; } = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));

    public bool Allows(HttpRequest request) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(request.Headers[Header].ToString()), Encoding.UTF8.GetBytes(Token))
        && request.HasJsonContentType()
        && IsOfThisOrigin(request);

    private static bool IsOfThisOrigin(HttpRequest request)
    {
        if (request.Headers["Sec-Fetch-Site"].ToString() is { Length: > 0 } site)
        {
            return site == "same-origin";
        }

        // Browsers that do not send the header above send this one. The scheme may differ behind a proxy.
        return Uri.TryCreate(request.Headers.Origin.ToString(), UriKind.Absolute, out var origin)
            && string.Equals(origin.Authority, request.Host.Value, StringComparison.OrdinalIgnoreCase);
    }
}
