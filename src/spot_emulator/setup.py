from setuptools import find_packages, setup

package_name = "spot_emulator"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test", "test.*"]),
    package_data={package_name: ["py.typed", "data/scenes/*.json"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=[
        "setuptools", "bosdyn-client", "cryptography", "grpcio", "numba", "numpy", "pillow", "protobuf", "scipy",
    ],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="An emulated Spot with arm that unmodified bosdyn-client programs use as the robot",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "pred-spot-robot = spot_emulator.start:robot",
            "pred-spot-program = spot_emulator.start:program_for_robot",
        ]
    },
)
