using Akka.Actor;
using Akka.DependencyInjection;

namespace Akka.Hosting;

/// <summary>Starts actors of a new system and registers them; the resolver knows what their constructors ask for.</summary>
public delegate Task ActorStarterWithResolver(ActorSystem system, IActorRegistry registry, IDependencyResolver resolver);
