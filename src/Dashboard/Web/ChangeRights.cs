using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation;

/// <summary>Decides who may change settings: users that the change policy allows. Without a policy, only a user on the machine itself, in
/// Development.</summary>
internal sealed class ChangeRights(string? policy, bool isDevelopment)
{
    public async ValueTask<bool> Allow(HttpContext context)
    {
        if (policy is null)
        {
            return isDevelopment && Loopback.IsLocal(context);
        }

        var services = context.RequestServices;
        if (await services.GetRequiredService<IAuthorizationPolicyProvider>().GetPolicyAsync(policy).ConfigureAwait(false) is not { } found)
        {
            return false;
        }

        // Done in the same way as in the middleware, because a policy may name its own schemes.
        var evaluator = services.GetRequiredService<IPolicyEvaluator>();
        var who = await evaluator.AuthenticateAsync(found, context).ConfigureAwait(false);
        return (await evaluator.AuthorizeAsync(found, who, context, context).ConfigureAwait(false)).Succeeded;
    }
}
